// Imported first by every program, which loads the rest with `import()`: an old Node cannot parse it. This file has
// syntax of Node 14 only.

/** As `engines` in package.json; tests/unit/server/build/check-node.test.ts compares them. */
const NEEDED = '20.19';

const [neededMajor, neededMinor] = NEEDED.split('.').map(Number);
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < neededMajor || (major === neededMajor && minor < neededMinor)) {
  process.stderr.write(
    `This website needs Node.js ${NEEDED} or newer, and this is Node.js ${process.versions.node}: install a newer one from https://nodejs.org/ and start again.\n`,
  );
  process.exit(1);
}
