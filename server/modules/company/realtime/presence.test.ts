import { beforeAll, describe, expect, test } from 'vitest';
import { recordChannel } from '#contract/realtime.ts';
import { useApp } from '#test/app.ts';
import { DEEP } from '#test/deep.ts';
import { enter, follow, handled, listenAt, nextOf, secondProcess, serve, type Member } from '#test/echo.ts';
import { makeSale, makeUser } from '#test/factories.ts';
import { useProduct } from '#test/product.ts';
import { signInAs, signInUser } from '#test/signIn.ts';
import { signInMany } from '#test/signInMany.ts';

const llave = useApp();
const products = [useProduct(llave), useProduct(llave)];
let here = '';
let there = '';

beforeAll(async () => {
  here = await serve(llave.app);
  there = await serve(await secondProcess(llave));
});

describe('presence', () => {
  test('names who has a record open, over two processes, and a person with two tabs once', async () => {
    const { db } = llave.database;
    const { id } = await makeSale(db);
    const name = `registro.precontrato.${id}`;
    const [ana, luis] = [
      await signInUser(llave, await makeUser(db, { name: 'Ana', roles: ['coordinador'] })),
      await signInUser(llave, await makeUser(db, { name: 'Luis', roles: ['coordinador'] })),
    ];
    const first = listenAt(here, ana.token);
    expect(await enter(first, name)).toEqual(['Ana']);
    const joined = nextOf<Member>(first, 'presence:joining', recordChannel('precontrato', id));
    const other = listenAt(there, luis.token);
    expect(await enter(other, name)).toEqual(['Ana', 'Luis']);
    expect((await joined).user_info).toEqual({ id: luis.user.id, name: 'Luis' });

    const events: string[] = [];
    for (const event of ['presence:joining', 'presence:leaving'])
      other.socket.on(event, (_channel: string, member: Member) =>
        events.push(`${event} ${member.user_info.name}`),
      );
    const tab = listenAt(there, ana.token);
    expect(await enter(tab, name)).toEqual(['Ana', 'Luis']);
    tab.echo.leave(name);
    const left = nextOf<Member>(other, 'presence:leaving', recordChannel('precontrato', id));
    first.echo.disconnect();
    expect((await left).user_info.name).toBe('Ana');
    expect(events).toEqual(['presence:leaving Ana']);
  });

  test('is exact after many joins and leaves at once on two processes', async () => {
    const { db } = llave.database;
    const { id } = await makeSale(db);
    const name = `registro.precontrato.${id}`;
    const full = recordChannel('precontrato', id);
    const people = await Promise.all(
      Array.from({ length: 60 }, async (_, n) =>
        signInUser(llave, await makeUser(db, { name: `P${n}`, roles: ['coordinador'] })),
      ),
    );
    const watcher = listenAt(here, (await signInAs(llave, 'coordinador')).token);
    const present = new Set(await enter(watcher, name));
    const watched = new Promise<void>((resolve) => {
      const look = () => present.size === 21 && present.has('P59') && !present.has('P0') && resolve();
      watcher.socket.on('presence:joining', (_: string, member: Member) => {
        expect(present.has(member.user_info.name)).toBe(false);
        present.add(member.user_info.name);
        look();
      });
      watcher.socket.on('presence:leaving', (_: string, member: Member) => {
        expect(present.delete(member.user_info.name)).toBe(true);
        look();
      });
    });
    // Two thirds leave again, some of them before they were greeted.
    await Promise.all(
      people.map(async ({ token }, n) => {
        const listener = listenAt(n % 2 ? here : there, token);
        const entered = enter(listener, name);
        if (n % 3 === 0) {
          listener.socket.emit('unsubscribe', { channel: full });
          listener.socket.emit('subscribe', {
            channel: full,
            auth: { headers: { Authorization: `Bearer ${token}` } },
          });
        }
        await entered;
        if (n < 40) listener.echo.leave(name);
      }),
    );
    await watched;
    // By a name of its own, because the watcher tells members apart by their names.
    const late = await signInUser(llave, await makeUser(db, { name: 'Tarde', roles: ['coordinador'] }));
    const names = await enter(listenAt(there, late.token), name);
    expect(names.filter((one) => /^P\d/.test(one)).toSorted()).toEqual(
      Array.from({ length: 20 }, (_, n) => `P${n + 40}`).toSorted(),
    );
  });

  // Two processes start, and a thousand sockets: too long for every run.
  test.runIf(DEEP)('is exact after 1,000 joins and leaves at once on two real processes', async () => {
    const { db } = llave.database;
    const { id } = await makeSale(db);
    const channel = recordChannel('precontrato', id);
    llave.clock.set(new Date());
    await Promise.all(products.map((product) => product.start()));
    const urls = products.map((product) => product.url());
    const [ana, ...people] = await signInMany(db, 501, llave.clock.now());
    const open = (url: string, { token }: { token: string }) =>
      listenAt(url, token, { authorization: `Bearer ${token}` });
    const wrong: string[] = [];
    /** Who is there, as a page on this process knows it from the list and from who came and went. */
    const watch = async (url: string) => {
      const watcher = open(url, ana!);
      const present = new Set(await enter(watcher, `registro.precontrato.${id}`));
      watcher.socket.on('presence:joining', (_: string, { user_info: { name } }: Member) => {
        if (present.has(name)) wrong.push(`${name} came twice`);
        present.add(name);
      });
      watcher.socket.on('presence:leaving', (_: string, { user_info: { name } }: Member) => {
        if (!present.delete(name)) wrong.push(`${name} left without having come`);
      });
      return present;
    };
    const watched = await Promise.all(urls.map(watch));
    // Each has a tab on either process. A tab stays, leaves before or after it was greeted, comes back, or is cut.
    const tabs = people.flatMap((person, n) =>
      urls.map((url, at) => ({ person, ...open(url, person), does: (n * 7 + at * 3) % 5 })),
    );
    await Promise.all(
      tabs.map(({ socket }) => new Promise<void>((resolve) => void socket.once('connect', resolve))),
    );
    for (const { socket, does } of tabs) {
      const join = () => socket.emit('subscribe', { channel });
      const leave = () => socket.emit('unsubscribe', { channel });
      join();
      if (does === 1 || does === 2) leave();
      if (does === 2) join();
      if (does === 3) socket.once('presence:subscribed', leave);
      if (does === 4) socket.once('presence:subscribed', () => socket.disconnect());
    }
    const stays = tabs.flatMap(({ person, does }) => (does === 0 || does === 2 ? [person.name] : []));
    const expected = [...new Set([ana!.name, ...stays])].toSorted();
    expect(expected.length).toBeGreaterThan(200);
    for (const present of watched)
      await expect.poll(() => [...present].toSorted(), { timeout: 120_000, interval: 200 }).toEqual(expected);
    // A list that is read now says the same, on both.
    for (const url of urls)
      expect(await enter(open(url, ana!), `registro.precontrato.${id}`)).toEqual(expected);
    expect(wrong).toEqual([]);
  });

  test('lets members speak to each other, on any process, within its limits', async () => {
    const { db } = llave.database;
    const { id } = await makeSale(db);
    const name = `registro.precontrato.${id}`;
    const [one, two, outside] = await Promise.all(
      [here, there, here].map(async (url) => listenAt(url, (await signInAs(llave, 'coordinador')).token)),
    );
    await enter(one!, name);
    await enter(two!, name);
    await follow(outside!);
    const heard: unknown[] = [];
    two!.echo.join(name).listenForWhisper('escribe', (data: unknown) => heard.push(data));
    const channelName = recordChannel('precontrato', id);
    outside!.socket.emit('client event', { channel: channelName, event: 'client-escribe', data: 'de fuera' });
    one!.socket.emit('client event', { channel: channelName, event: 'presence:leaving', data: {} });
    one!.echo.join(name).whisper('escribe', 'x'.repeat(5000));
    const last = nextOf(two!, 'client-escribe', channelName);
    await handled(outside!);
    one!.echo.join(name).whisper('escribe', 'hola');
    await last;
    expect(heard).toEqual(['hola']);
  });
});
