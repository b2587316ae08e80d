import type { Look } from './looks.ts';
import { svg } from './markup.ts';
import { mix, palette, shade, tint } from './palette.ts';

/** Hair that hangs behind the shoulders, around the head's middle (0, 0), radius r. */
export function drawHairBehind({ hair, hairStyle }: Look, r: number): string {
  const dark = shade(hair, 0.2);
  switch (hairStyle) {
    case 'long':
      return svg`<path d="M${-r} 0C${-r * 1.1} ${-r * 1.4} ${r * 1.1} ${-r * 1.4} ${r} 0L${r * 1.15} ${r * 2.1}Q0 ${r * 2.5} ${-r * 1.15} ${r * 2.1}Z" fill="${dark}"/>`;
    case 'bob':
      return svg`<path d="M${-r} 0C${-r * 1.15} ${-r * 1.4} ${r * 1.15} ${-r * 1.4} ${r} 0L${r * 1.1} ${r * 0.85}Q0 ${r * 1.3} ${-r * 1.1} ${r * 0.85}Z" fill="${dark}"/>`;
    case 'ponytail':
      return svg`<path d="M${-r * 0.6} ${-r * 0.7}C${-r * 2} ${-r} ${-r * 1.9} ${r * 0.9} ${-r * 1.5} ${r * 1.5}C${-r * 1.1} ${r} ${-r * 1.2} ${r * 0.2} ${-r * 0.5} 0Z" fill="${dark}"/>`;
    case 'bun':
      return svg`<circle cx="${-r * 0.72}" cy="${-r * 0.95}" r="${r * 0.5}" fill="${dark}"/>`;
    default:
      return '';
  }
}

/** Head, face and front hair around (0, 0). */
export function drawHead(look: Look, r: number, turn: number | 'away'): string {
  if (turn === 'away') return backOfHead(look, r);
  const dx = turn * r * 0.34;
  const far = shade(look.skin, 0.14);
  return svg`<circle cx="${-r * 0.92 + dx * 0.3}" cy="${r * 0.12}" r="${r * 0.2}" fill="${turn > 0.6 ? look.skin : far}"/>${turn < 0.7 ? svg`<circle cx="${r * 0.92 + dx * 0.3}" cy="${r * 0.12}" r="${r * 0.19}" fill="${far}"/>` : ''}<ellipse rx="${r * 0.92}" ry="${r}" fill="${look.skin}"/>${face(look, r, dx)}${frontHair(look, r, dx)}${look.glasses ? spectacles(r, dx) : ''}`;
}

function face({ skin }: Look, r: number, dx: number): string {
  const line = shade(skin, 0.55);
  const blush = mix(skin, palette.terracotta, 0.4);
  return svg`<g fill="${blush}" opacity=".5"><circle cx="${dx - r * 0.52}" cy="${r * 0.4}" r="${r * 0.16}"/><circle cx="${dx + r * 0.5}" cy="${r * 0.4}" r="${r * 0.16}"/></g><g fill="#241a24"><ellipse cx="${dx - r * 0.34}" cy="${r * 0.1}" rx="${r * 0.085}" ry="${r * 0.11}"/><ellipse cx="${dx + r * 0.34}" cy="${r * 0.1}" rx="${r * 0.085}" ry="${r * 0.11}"/></g><path d="M${dx - r * 0.27} ${r * 0.46}Q${dx} ${r * 0.78} ${dx + r * 0.27} ${r * 0.46}" stroke="${line}" stroke-width="${r * 0.09}" fill="none"/><path d="M${dx + r * 0.02} ${r * 0.16}q${r * 0.14} ${r * 0.14} ${-r * 0.02} ${r * 0.17}" stroke="${shade(skin, 0.3)}" stroke-width="${r * 0.07}" fill="none"/>`;
}

function spectacles(r: number, dx: number): string {
  return svg`<g fill="#fff" fill-opacity=".25" stroke="${palette.ink}" stroke-width="${r * 0.08}"><circle cx="${dx - r * 0.36}" cy="${r * 0.1}" r="${r * 0.25}"/><circle cx="${dx + r * 0.36}" cy="${r * 0.1}" r="${r * 0.25}"/></g>`;
}

function frontHair(look: Look, r: number, dx: number): string {
  const { hair } = look;
  const parted = svg`<path d="M${-r * 0.98} ${r * 0.2}C${-r * 1.2} ${-r * 1.5} ${r * 1.2} ${-r * 1.5} ${r * 0.98} ${r * 0.2}C${r * 0.86} ${-r * 0.3} ${dx + r * 0.5} ${-r * 0.5} ${dx + r * 0.04} ${-r * 0.72}C${dx - r * 0.5} ${-r * 0.5} ${-r * 0.86} ${-r * 0.3} ${-r * 0.98} ${r * 0.2}Z" fill="${hair}"/>`;
  const fringe = svg`<path d="M${-r * 0.98} ${r * 0.2}C${-r * 1.25} ${-r * 1.5} ${r * 1.25} ${-r * 1.5} ${r * 0.98} ${r * 0.2}C${r * 0.92} ${-r * 0.2} ${r * 0.8} ${-r * 0.34} ${r * 0.66} ${-r * 0.38}C${r * 0.1} ${-r * 0.26} ${-r * 0.4} ${-r * 0.3} ${-r * 0.6} ${-r * 0.5}C${-r * 0.8} ${-r * 0.3} ${-r * 0.92} ${-r * 0.1} ${-r * 0.98} ${r * 0.2}Z" fill="${hair}"/>`;
  switch (look.hairStyle) {
    case 'short':
      return svg`<path d="M${-r * 0.98} ${r * 0.08}C${-r * 1.2} ${-r * 1.1} ${-r * 0.5} ${-r * 1.34} ${r * 0.1} ${-r * 1.26}C${r * 0.9} ${-r * 1.3} ${r * 1.15} ${-r * 0.6} ${r * 0.97} ${r * 0.08}C${r * 0.92} ${-r * 0.26} ${r * 0.84} ${-r * 0.42} ${r * 0.7} ${-r * 0.52}C${r * 0.2} ${-r * 0.44} ${-r * 0.3} ${-r * 0.46} ${-r * 0.62} ${-r * 0.66}C${-r * 0.82} ${-r * 0.42} ${-r * 0.92} ${-r * 0.2} ${-r * 0.98} ${r * 0.08}Z" fill="${hair}"/>`;
    case 'curly':
      return svg`<g fill="${hair}"><circle cx="${-r * 0.78}" cy="${-r * 0.46}" r="${r * 0.36}"/><circle cx="${-r * 0.42}" cy="${-r * 0.86}" r="${r * 0.4}"/><circle cx="${r * 0.1}" cy="${-r * 0.98}" r="${r * 0.42}"/><circle cx="${r * 0.56}" cy="${-r * 0.78}" r="${r * 0.38}"/><circle cx="${r * 0.82}" cy="${-r * 0.42}" r="${r * 0.32}"/><circle cy="${-r * 0.62}" r="${r * 0.36}"/></g>`;
    case 'plaits':
      return svg`${parted}${braid(-r, r, hair)}${braid(r, r, hair)}`;
    case 'bob':
      return fringe;
    case 'ponytail':
      return svg`${fringe}<circle cx="${-r * 0.82}" cy="${-r * 0.62}" r="${r * 0.2}" fill="${look.trim}"/>`;
    case 'patka':
      return svg`<path d="M${-r * 0.98} ${r * 0.02}C${-r * 1.2} ${-r * 1.5} ${r * 1.2} ${-r * 1.5} ${r * 0.98} ${r * 0.02}Q0 ${-r * 0.74} ${-r * 0.98} ${r * 0.02}Z" fill="${palette.indigo}"/><circle cy="${-r * 1.16}" r="${r * 0.28}" fill="${palette.indigoMid}"/>`;
    case 'turban':
      return svg`<path d="M${-r} ${r * 0.02}C${-r * 1.5} ${-r * 1.6} ${r * 1.5} ${-r * 1.7} ${r} ${r * 0.02}Q${dx} ${-r * 0.86} ${-r} ${r * 0.02}Z" fill="${look.trim}"/><path d="M${dx} ${-r * 0.42}L${r * 0.9} ${-r * 0.9}M${dx} ${-r * 0.42}L${-r * 0.96} ${-r * 0.8}M${dx} ${-r * 0.6}L${r * 0.6} ${-r * 1.16}" stroke="${shade(look.trim, 0.2)}" stroke-width="${r * 0.09}"/>`;
    case 'scarf':
      return svg`<path fill-rule="evenodd" d="M${-r * 1.04} ${r * 0.9}C${-r * 1.4} ${-r * 1.6} ${r * 1.4} ${-r * 1.6} ${r * 1.04} ${r * 0.9}Q0 ${r * 1.6} ${-r * 1.04} ${r * 0.9}ZM${dx - r * 0.74} ${r * 0.1}A${r * 0.74} ${r * 0.8} 0 1 0 ${dx + r * 0.74} ${r * 0.1}A${r * 0.74} ${r * 0.8} 0 1 0 ${dx - r * 0.74} ${r * 0.1}Z" fill="${look.trim}"/>`;
    case 'cap':
      return svg`<path d="M${-r * 0.98} ${-r * 0.1}C${-r * 1.15} ${-r * 1.5} ${r * 1.15} ${-r * 1.5} ${r * 0.98} ${-r * 0.1}Z" fill="${look.trim}"/><path d="M${dx - r * 0.7} ${-r * 0.2}H${r * 1.2 + dx}Q${r * 1.1 + dx} ${r * 0.06} ${r * 0.7 + dx} ${r * 0.04}H${dx - r * 0.7}Z" fill="${shade(look.trim, 0.2)}"/>`;
    default:
      return parted;
  }
}

function braid(x: number, r: number, hair: string): string {
  const out = x < 0 ? -1 : 1;
  return svg`<path d="M${x} ${r * 0.3}q${out * r * 0.3} ${r * 0.7} ${out * r * 0.05} ${r * 1.4}" stroke="${tint(hair, 0.08)}" stroke-width="${r * 0.36}" fill="none"/><path d="M${x - r * 0.3} ${r * 0.28}l${r * 0.6} ${r * 0.3}v${-r * 0.36}l${-r * 0.6} ${r * 0.36}Z" fill="${palette.marigold}"/>`;
}

function backOfHead(look: Look, r: number): string {
  const { hair } = look;
  const isCropped = ['short', 'curly', 'cap', 'bun', 'patka', 'turban'].includes(look.hairStyle);
  const nape = isCropped ? 0.42 : 0.9;
  const neck = isCropped
    ? svg`<ellipse rx="${r * 0.9}" ry="${r * 0.98}" fill="${shade(look.skin, 0.08)}"/>`
    : '';
  const gleam = svg`<path d="M${-r * 0.58} ${-r * 0.5}Q${-r * 0.3} ${-r * 0.88} ${r * 0.12} ${-r * 0.9}" fill="none" stroke="#fff" stroke-opacity=".16" stroke-width="${r * 0.14}"/>`;
  const ears = svg`<circle cx="${-r * 0.94}" cy="${r * 0.12}" r="${r * 0.19}" fill="${look.skin}"/><circle cx="${r * 0.94}" cy="${r * 0.12}" r="${r * 0.19}" fill="${shade(look.skin, 0.14)}"/>`;
  const cap = svg`<path d="M${-r * 0.98} ${r * 0.1}C${-r * 1.2} ${-r * 1.55} ${r * 1.2} ${-r * 1.55} ${r * 0.98} ${r * 0.1}C${r * 0.9} ${r * (nape - 0.1)} ${r * 0.5} ${r * nape} 0 ${r * nape}C${-r * 0.5} ${r * nape} ${-r * 0.9} ${r * (nape - 0.1)} ${-r * 0.98} ${r * 0.1}Z" fill="${look.hairStyle === 'patka' || look.hairStyle === 'turban' ? (look.hairStyle === 'patka' ? palette.indigo : look.trim) : hair}"/>`;
  const parts = {
    plaits: svg`${braid(-r * 0.8, r, hair)}${braid(r * 0.8, r, hair)}<path d="M0 ${-r * 1.1}V${r * 0.6}" stroke="${tint(hair, 0.2)}" stroke-width="2"/>`,
    ponytail: svg`<path d="M${-r * 0.3} ${-r * 0.3}Q${-r * 0.6} ${r * 1.2} 0 ${r * 1.7}Q${r * 0.6} ${r * 1.2} ${r * 0.3} ${-r * 0.3}Z" fill="${shade(hair, 0.3)}"/><rect x="${-r * 0.32}" y="${-r * 0.42}" width="${r * 0.64}" height="${r * 0.24}" rx="${r * 0.1}" fill="${look.trim}"/>`,
    bun: svg`<circle cy="${-r * 0.3}" r="${r * 0.46}" fill="${shade(hair, 0.3)}"/><path d="M${-r * 0.4} ${-r * 0.1}Q0 ${r * 0.3} ${r * 0.4} ${-r * 0.1}" stroke="${palette.paper}" stroke-width="${r * 0.14}" fill="none"/>`,
    long: svg`<path d="M${-r * 0.96} 0H${r * 0.96}L${r * 1.1} ${r * 2}Q0 ${r * 2.3} ${-r * 1.1} ${r * 2}Z" fill="${hair}"/>`,
    bob: svg`<path d="M${-r * 0.98} 0H${r * 0.98}L${r * 1.05} ${r * 0.9}Q0 ${r * 1.2} ${-r * 1.05} ${r * 0.9}Z" fill="${hair}"/>`,
    patka: svg`<circle cy="${-r * 1.16}" r="${r * 0.28}" fill="${palette.indigoMid}"/>`,
  } satisfies Partial<Record<Look['hairStyle'], string>>;
  const extra = Object.entries(parts).find(([style]) => style === look.hairStyle)?.[1] ?? '';
  return ears + neck + cap + gleam + extra;
}
