import { createServer, type AddressInfo, type Server } from 'node:net';

/** A mail that the test server received: the recipients and the decoded text. */
export interface Heard {
  recipients: string[];
  text: string;
}

/**
 * A mail server for tests: `url` is for SMTP_URL, `heard` is the list of received mails. `refusing`: commands to refuse, by
 * their first word, with the answer; a test may change it.
 */
export async function listenForMail() {
  const heard: Heard[] = [];
  const refusing = new Map<string, string>();
  const server = await listen(heard, refusing);
  const { port } = server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, port, heard, refusing, close: () => void server.close() };
}

async function listen(heard: Heard[], refusing: ReadonlyMap<string, string>): Promise<Server> {
  const server = createServer((socket) => {
    let recipients: string[] = [];
    let text: string | undefined;
    socket.write('220 test\r\n');
    // Who does not trust the server, or has gone, hangs up in the middle of an answer.
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      if (text !== undefined) {
        text += chunk.toString();
        if (!text.endsWith('\r\n.\r\n')) return;
        heard.push({ recipients, text: plain(text) });
        text = undefined;
        recipients = [];
        socket.write('250 ok\r\n');
        return;
      }
      for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
        const refusal = refusing.get(line.split(/[ :]/)[0]!);
        if (refusal !== undefined) {
          socket.write(`${refusal}\r\n`);
          continue;
        }
        if (line.startsWith('RCPT')) recipients.push(line);
        if (line.startsWith('DATA')) text = '';
        if (line.startsWith('QUIT')) socket.end('221 bye\r\n');
        else socket.write(text === '' ? '354 go\r\n' : '250 ok\r\n');
      }
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return server;
}

/** Decodes quoted-printable. */
const plain = (text: string) =>
  text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
