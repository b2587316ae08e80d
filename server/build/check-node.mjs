// Imported first, and by itself, by whatever is started: `npm start`, `npm run dev`, the build, the built
// server and its commands. What comes after it has syntax that an older Node does not read, so each imports
// that with `import()`, and this file keeps to what Node 14 can read.

/** As `engines` in package.json has it; tests/slow/node-version.test.ts holds the two together. */
const NEEDED = '20.19';

const [neededMajor, neededMinor] = NEEDED.split('.').map(Number);
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < neededMajor || (major === neededMajor && minor < neededMinor)) {
  process.stderr.write(
    `This website needs Node.js ${NEEDED} or newer, and this is Node.js ${process.versions.node}: install a newer one from https://nodejs.org/ and start again.\n`,
  );
  process.exit(1);
}
