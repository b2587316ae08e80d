import { spawn, spawnSync, execFileSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect, type Server } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { endProcess, isRunning, runCommand, type CommandResult } from './child-process.ts';
import { removeFolder, temporaryFolder } from './temporary-folder.ts';

/** Why no machine can be booted here, else null. */
export const noMachine: string | null =
  process.getuid?.() !== 0
    ? 'a machine of its own needs Linux and root'
    : spawnSync('systemd-nspawn', ['--version']).status === 0
      ? null
      : 'systemd-nspawn is missing (Debian: apt-get install systemd-container)';

/** Listens at a port in the machine's network, and hands the socket to its parent. */
const LISTEN = `const server = require('node:net').createServer().listen(process.argv[1], '127.0.0.1', () =>
  process.send('', server, () => (server.close(), process.disconnect())));`;
const DAY_S = 86_400;
const JOIN_CGROUPS =
  'for at in $1; do echo $$ >"$at/cgroup.procs"; done 2>/dev/null; shift; exec "$@"';

const KILL_ALL = 'find "$1" -name cgroup.procs -exec cat {} + | xargs -r kill -9';

/**
 * A machine with a systemd, an uptime, a boot id, a network and a root of its own: this machine's files, of which it
 * changes a copy, without this machine's services.
 * @param ports of this machine, which the new one has too
 */
export async function createMachine(ports: readonly number[], dataDir: string) {
  const folder = temporaryFolder();
  const root = join(folder, 'root');
  execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', folder]);
  for (const name of ['root', 'changed', 'work']) mkdirSync(join(folder, name));
  const layers = `lowerdir=/,upperdir=${join(folder, 'changed')},workdir=${join(folder, 'work')}`;
  execFileSync('mount', ['-t', 'overlay', 'overlay', '-o', layers, root]);
  for (const path of ['etc/systemd/system', 'var/lib/gis-site', 'srv'])
    for (const name of folderIn(root, path)) rmSync(join(root, path, name), { recursive: true });
  mkdirSync(join(root, 'srv/gis-site/node_modules'), { recursive: true });

  const cgroups = findCgroups().map((parent) => join(parent, `gis-${process.pid}`));
  for (const at of cgroups) mkdirSync(at, { recursive: true });
  // vitest is gone: its workers would run their tests to the end.
  process.once('disconnect', () => process.exit(1));
  let nspawn: ChildProcess | undefined;
  let servers: Server[] = [];
  let first = '';
  const enter = (...spaces: string[]) => ['nsenter', '--target', first, ...spaces] as const;

  /** A command of the shell, as root in the machine. */
  function run(command: string): Promise<CommandResult> {
    return runCommand('/', [...enter('--all'), '/bin/sh', '-c', command], { HOME: '/root' });
  }

  /** @throws Error with the output if it ends with another code than 0. */
  async function must(command: string): Promise<string> {
    const { code, out, errors } = await run(command);
    if (code !== 0) throw new Error(`${command}: ${code}\n${out}${errors}`);
    return out;
  }

  const isUp = async () =>
    /^(?:running|degraded)/.test((await run('systemctl is-system-running --wait')).out);

  async function boot({ uptimeDays = 0 } = {}): Promise<void> {
    const seconds = String(uptimeDays * DAY_S);
    nspawn = spawn(
      'sh',
      [
        '-c',
        JOIN_CGROUPS,
        'sh',
        cgroups.join(' '),
        ...`unshare --time --boottime ${seconds} --monotonic ${seconds} systemd-nspawn --boot --quiet`.split(
          ' ',
        ),
        ...'--register=no --keep-unit --private-network --console=pipe'.split(' '),
        `--directory=${root}`,
        `--machine=gis-${process.pid}`,
        `--bind-ro=${process.execPath}:/usr/bin/node`,
        `--bind=${dataDir}:/var/lib/gis-site`,
        `--bind-ro=${resolve('node_modules')}:/srv/gis-site/node_modules`,
      ],
      { stdio: ['ignore', 'ignore', 'ignore'] },
    );
    const children = `/proc/${nspawn.pid}/task/${nspawn.pid}/children`;
    do {
      if (nspawn.exitCode !== null) throw new Error(`systemd-nspawn ended: ${nspawn.exitCode}`);
      await setTimeout(100);
      first = readFileSync(children, 'utf8').trim();
    } while (!/^\d+$/.test(first) || !(await isUp()));
    servers = await Promise.all(ports.map(forward));
  }

  async function forward(port: number): Promise<Server> {
    const [command, ...options] = enter('--net');
    const listener = spawn(command, [...options, process.execPath, '-e', LISTEN, `${port}`], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const [, server] = (await once(listener, 'message')) as [unknown, Server];
    server.on('connection', (socket) => {
      const other = connect(port, '127.0.0.1');
      socket.on('error', () => other.destroy()).pipe(other);
      other.on('error', () => socket.destroy()).pipe(socket);
    });
    return server;
  }

  async function powerOff(): Promise<void> {
    for (const server of servers) server.close();
    if (nspawn !== undefined) await endProcess(nspawn);
  }

  return {
    root,
    run,
    must,
    boot,
    powerOff,
    async remove(): Promise<void> {
      await powerOff();
      for (const mounted of [root, folder]) execFileSync('umount', ['--lazy', mounted]);
      removeFolder(folder);
      for (const at of cgroups) removeCgroup(at);
    },
  };
}

/** That of this process in each hierarchy (cgroups(7)): machines of several runs have units of the same names. */
function findCgroups(): string[] {
  const lines = readFileSync('/proc/self/cgroup', 'utf8').trim().split('\n');
  return lines.flatMap((line) => {
    const [, hierarchy = '', path = ''] = line.split(':');
    const places = hierarchy === '' ? ['', 'unified'] : [hierarchy.replace('name=', '')];
    const found = places.map((place) => join('/sys/fs/cgroup', place, path));
    return found.find((at) => existsSync(join(at, 'cgroup.procs'))) ?? [];
  });
}

/** Ends the machines of runs that were killed. A killed systemd-nspawn would leave its systemd. */
export function removeAbandonedMachines(): void {
  if (noMachine !== null) return;
  for (const parent of findCgroups())
    for (const name of readdirSync(parent)) {
      const [, pid] = /^gis-(\d+)$/.exec(name) ?? [];
      if (pid === undefined || isRunning(Number(pid))) continue;
      const at = join(parent, name);
      spawnSync('sh', ['-c', KILL_ALL, 'sh', at]);
      removeCgroup(at);
    }
}

function removeCgroup(at: string): void {
  spawnSync('find', [at, '-depth', '-type', 'd', '-delete']);
}

function folderIn(root: string, path: string): string[] {
  mkdirSync(join(root, path), { recursive: true });
  return readdirSync(join(root, path));
}
