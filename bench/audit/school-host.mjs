// Loaded into the scanner: the school's name is this machine, with its own ports and certificate.
import fs from 'node:fs';
import net from 'node:net';
import tls from 'node:tls';

const { name, ports, certificate } = JSON.parse(process.env.SCHOOL_HOST);
const ca = fs.readFileSync(certificate);

// oxlint-disable-next-line typescript/unbound-method -- called with the socket below
const connectSocket = net.Socket.prototype.connect;
net.Socket.prototype.connect = function connect(...given) {
  const [options] = Array.isArray(given[0]) ? given[0] : given;
  if (options?.host === name)
    Object.assign(options, { host: '127.0.0.1', port: ports[options.port] ?? options.port });
  return connectSocket.apply(this, given);
};

const { connect: connectTls } = tls;
tls.connect = (options, ...rest) =>
  connectTls(options.servername === name ? { ...options, ca } : options, ...rest);

// The scanner downloads this list at its installation, which is skipped.
const { readFileSync } = fs;
fs.readFileSync = (path, ...rest) =>
  String(path).endsWith('hsts-preload.json') ? '{}' : readFileSync(path, ...rest);
