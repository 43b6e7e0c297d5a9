// Opens many event streams and reads them until stopped: node listeners.ts HOST PORT PATH COUNT. Prints `open` once all are answered and,
// for every line on stdin, how many changes all of them have received. Plain sockets, because reading must cost little: real listeners are
// on other machines. Each has its own loopback address, so that per-caller limits do not apply.
import { connect } from 'node:net';
import { createInterface } from 'node:readline';

const [host = '', port, path = '', count] = process.argv.slice(2);
const listeners = Number(count);

const CHANGE = 'event: change\n';
const BUFFER_BYTES = 2048;

let open = 0;
let told = 0;

for (let i = 0; i < listeners; i += 1) {
  let answered = false;
  const socket = connect({
    host,
    port: Number(port),
    localAddress: `127.0.${1 + Math.floor(i / 250)}.${1 + (i % 250)}`,
    onread: {
      buffer: Buffer.alloc(BUFFER_BYTES),
      callback(bytes, buffer) {
        const text = Buffer.from(buffer.buffer, buffer.byteOffset, bytes).toString('latin1');
        if (!answered) {
          if (!text.startsWith('HTTP/1.1 200')) throw new Error(`A listener was answered ${text.split('\r\n', 1)[0]}`);
          answered = true;
          open += 1;
          if (open === listeners) console.log('open');
        }
        if (text.includes(CHANGE)) told += 1;
        return true;
      },
    },
  });
  socket.once('connect', () => socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept: text/event-stream\r\n\r\n`));
  socket.once('close', () => {
    throw new Error('A listener was cut off.');
  });
}

createInterface({ input: process.stdin }).on('line', () => console.log(told));
