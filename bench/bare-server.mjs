// node:http only, with the body and headers of the product.
import { readFileSync } from 'node:fs';
import http from 'node:http';

const [port, file] = process.argv.slice(2);
const { headers, body: base64 } = JSON.parse(readFileSync(file, 'utf8'));
const body = Buffer.from(base64, 'base64');

http
  .createServer((request, response) => {
    if (request.headers['if-none-match'] === headers.etag) {
      const { 'content-length': _length, 'content-encoding': _encoding, ...rest } = headers;
      response.writeHead(304, rest).end();
    } else {
      response.writeHead(200, headers).end(body);
    }
  })
  .listen(Number(port), '127.0.0.1', () => process.stdout.write('listening\n'));
