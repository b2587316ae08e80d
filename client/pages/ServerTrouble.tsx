export function ServerTrouble() {
  return <h1>Something went wrong</h1>;
}
