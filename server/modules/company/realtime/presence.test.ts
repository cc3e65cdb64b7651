import { beforeAll, describe, expect, test } from 'vitest';
import { recordChannel } from '#contract/realtime.ts';
import { useApp } from '#test/app.ts';
import { enter, follow, handled, listenAt, nextOf, secondProcess, serve, type Member } from '#test/echo.ts';
import { makeSale, makeUser } from '#test/factories.ts';
import { signInAs, signInUser } from '#test/signIn.ts';

const house = useApp();
let here = '';
let there = '';

beforeAll(async () => {
  here = await serve(house.app);
  there = await serve(await secondProcess(house));
});

describe('presence', () => {
  test('names who has a record open, over two processes, and a person with two tabs once', async () => {
    const { db } = house.database;
    const { id } = await makeSale(db);
    const name = `registro.precontrato.${id}`;
    const [ana, luis] = [
      await signInUser(house, await makeUser(db, { name: 'Ana', roles: ['coordinador'] })),
      await signInUser(house, await makeUser(db, { name: 'Luis', roles: ['coordinador'] })),
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
    const { db } = house.database;
    const { id } = await makeSale(db);
    const name = `registro.precontrato.${id}`;
    const full = recordChannel('precontrato', id);
    const people = await Promise.all(
      Array.from({ length: 60 }, async (_, n) =>
        signInUser(house, await makeUser(db, { name: `P${n}`, roles: ['coordinador'] })),
      ),
    );
    const watcher = listenAt(here, (await signInAs(house, 'coordinador')).token);
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
    const late = await signInUser(house, await makeUser(db, { name: 'Tarde', roles: ['coordinador'] }));
    const names = await enter(listenAt(there, late.token), name);
    expect(names.filter((one) => /^P\d/.test(one)).toSorted()).toEqual(
      Array.from({ length: 20 }, (_, n) => `P${n + 40}`).toSorted(),
    );
  });

  test('lets members speak to each other, on any process, within its limits', async () => {
    const { db } = house.database;
    const { id } = await makeSale(db);
    const name = `registro.precontrato.${id}`;
    const [one, two, outside] = await Promise.all(
      [here, there, here].map(async (url) => listenAt(url, (await signInAs(house, 'coordinador')).token)),
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
