/** A file's name for addresses, without its ending: `School Bus (1).doc` as `school-bus-1`. Empty where no letter is Latin. */
export function plainName(file: string): string {
  return file
    .replace(/\.[^.]*$/, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
