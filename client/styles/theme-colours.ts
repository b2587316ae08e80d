/** Colours of the light scheme in tokens.css that are needed outside stylesheets: toolbar, manifest, icons. */
export const THEME_COLOURS = { paper: '#fbf8f1', brand: '#2b2a6c', brandDeep: '#1b1a4b' } as const;
