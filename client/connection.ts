/** Network Information API, where the browser has it. */
type Connection = { saveData?: unknown; effectiveType?: unknown };

function connection(): Connection {
  return (navigator as { connection?: Connection }).connection ?? {};
}

export function savesData(): boolean {
  return connection().saveData === true;
}

/** Whether a picture takes seconds to load (2G). */
export function isSlow(): boolean {
  return String(connection().effectiveType).endsWith('2g');
}
