/** 2G: a picture takes seconds (Network Information API). */
export function isSlow(): boolean {
  const connection: unknown = 'connection' in navigator ? navigator.connection : null;
  return (
    typeof connection === 'object' &&
    connection !== null &&
    'effectiveType' in connection &&
    String(connection.effectiveType).endsWith('2g')
  );
}
