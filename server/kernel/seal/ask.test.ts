import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { askOutside } from './ask.ts';

test('an address that somebody else named reaches nothing inside, however it is written; our own may', async () => {
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    if (request.url === '/go') response.writeHead(302, { location: 'http://127.0.0.1/' }).end();
    else response.end('secreto');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const limits = { timeoutMs: 2000, bytesMax: 1000 };
  for (const host of [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '0.0.0.0',
    '[::1]',
    '[::ffff:127.0.0.1]',
    'localhost',
    'ana:clave@127.0.0.1',
  ])
    await expect(askOutside(`http://${host}:${port}/`, { ...limits, trusted: false }), host).rejects.toThrow(
      'not a public address',
    );
  for (const address of ['file:///etc/passwd', 'ftp://127.0.0.1/', 'data:,x', 'gopher://127.0.0.1:70/'])
    await expect(askOutside(address, { ...limits, trusted: true }), address).rejects.toThrow('is not asked');
  expect(asked).toBe(0);
  const base = `http://127.0.0.1:${port}`;
  expect((await askOutside(base, { ...limits, trusted: true })).toString()).toBe('secreto');
  // A redirect is not followed, and a large answer is cut off.
  await expect(askOutside(`${base}/go`, { ...limits, trusted: true })).rejects.toThrow('302');
  await expect(askOutside(base, { ...limits, bytesMax: 3, trusted: true })).rejects.toThrow('too large');
});
