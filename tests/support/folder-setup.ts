import { removeFolder, temporaryFolder } from './temporary-folder.ts';

/** All that the tests and their processes write to the system's temporary folder goes into one folder. */
export default function setUp(): () => void {
  const folder = temporaryFolder();
  process.env['TMPDIR'] = folder;
  return () => removeFolder(folder);
}
