import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { CHANGES_CHANNEL, CHANGES_EVENT, recordChannel, type LiveChange } from '#contract/realtime.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce, type Change } from '#server/kernel/changes.ts';
import { staffById } from '#server/modules/company/auth/staffById.service.ts';
import { channel } from '#server/kernel/realtime/channels.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { useApp } from '#test/app.ts';
import {
  enter,
  follow,
  handled,
  listenAt,
  nextOf,
  refusedAt,
  sawChange,
  secondProcess,
  serve,
  type Batch,
  type Member,
} from '#test/echo.ts';
import { makeSale, makeUser } from '#test/factories.ts';
import { signInAs } from '#test/signIn.ts';

const llave = useApp();
let second: FastifyInstance;
let here = '';
let there = '';

beforeAll(async () => {
  channel(llave.app, { name: 'avisos-de-todos', access: 'public' });
  second = await secondProcess(llave);
  here = await serve(llave.app);
  there = await serve(second);
});

const change = (...changes: Change[]) => llave.act((ctx) => announce(ctx, ...changes));
describe('changes of records', () => {
  test('reach the stock client on another process, with ids alone', async () => {
    const [coordinator, adviser] = [await signInAs(llave, 'coordinador'), await signInAs(llave, 'asesor')];
    const listener = listenAt(there, coordinator.token);
    await follow(listener);
    const { personId } = await makeSale(llave.database.db, { adviserId: adviser.user.id });
    const seen = nextOf<Batch>(listener, CHANGES_EVENT, CHANGES_CHANNEL);
    const written = await adviser.form('/api/sale/messages', {
      persona_id: String(personId),
      content: 'Ya llegó tu carta.',
    });
    expect(written.statusCode).toBe(201);
    const { changes } = await seen;
    expect(changes.map(({ record, verb }) => `${record} ${verb}`)).toEqual([
      'conversacion creada',
      'mensaje escrito',
    ]);
    expect(changes[1]).toEqual({
      mark: expect.stringMatching(/^\d+\.\d+$/) as string,
      record: 'mensaje',
      id: expect.any(Number) as number,
      verb: 'escrito',
      from: null,
      to: null,
      of: ['conversacion', changes[0]!.id],
      by: adviser.user.id,
    });
  });

  test('reach only those whose permissions show that kind of record', async () => {
    const listener = listenAt(here, (await signInAs(llave, 'compras')).token);
    await follow(listener);
    const heard: LiveChange[] = [];
    listener.echo.private('cambios').listen('.cambios', ({ changes }: Batch) => heard.push(...changes));
    const seen = sawChange(listener, 'contrato', 7);
    await change(
      { record: 'mensaje', id: 5, verb: 'escrito' },
      { record: 'extracto', id: 6, verb: 'cargado' },
    );
    await change({ record: 'contrato', id: 7, verb: 'cambiado' });
    await seen;
    expect(heard.map(({ record }) => record)).toEqual(['contrato']);
  });

  test('a notice reaches its user alone', async () => {
    const [mine, other] = [await signInAs(llave, 'coordinador'), await signInAs(llave, 'coordinador')];
    const [me, you] = [listenAt(here, mine.token), listenAt(here, other.token)];
    await Promise.all([follow(me), follow(you)]);
    const heard: LiveChange[] = [];
    you.echo.private('cambios').listen('.cambios', ({ changes }: Batch) => heard.push(...changes));
    const seen = sawChange(me, 'aviso', 3);
    const last = sawChange(you, 'lote', 9);
    await change({ record: 'aviso', id: 3, verb: 'recibido', of: ['user', mine.user.id] });
    await change({ record: 'lote', id: 9, verb: 'cambiado' });
    await Promise.all([seen, last]);
    expect(heard.map(({ record }) => record)).toEqual(['lote']);
  });
});

describe('a subscription', () => {
  test('is refused without a token, with a wrong one, for an unknown channel and for the channel of another', async () => {
    const nobody = listenAt(here);
    const first = refusedAt(nobody, CHANGES_CHANNEL);
    nobody.echo.private('cambios');
    expect(await first).toBe(401);

    const wrong = listenAt(here, 'no es de nadie');
    const second = refusedAt(wrong, CHANGES_CHANNEL);
    wrong.echo.private('cambios');
    expect(await second).toBe(403);

    const { token, user } = await signInAs(llave, 'coordinador');
    const listener = listenAt(here, token);
    for (const [name, full] of [
      ['cosas', 'private-cosas'],
      [`with-global-total.${user.id + 1}`, `private-with-global-total.${user.id + 1}`],
      ['registro.precontrato.999999', 'presence-registro.precontrato.999999'],
      ['registro.user.1 or 1=1', 'presence-registro.user.1 or 1=1'],
    ]) {
      const refused = refusedAt(listener, full!);
      if (full!.startsWith('presence-')) listener.echo.join(name!);
      else listener.echo.private(name!);
      expect(await refused, full).toBe(403);
    }
  });

  test('of a contractor to changes tells of own notices alone', async () => {
    const contractor = await signInAs(llave, 'contratista');
    const listener = listenAt(here, contractor.token);
    const mark = await follow(listener);
    const heard: LiveChange[] = [];
    listener.echo.private('cambios').listen('.cambios', ({ changes }: Batch) => heard.push(...changes));
    const seen = sawChange(listener, 'aviso', 4);
    await change({ record: 'lote', id: 3, verb: 'cambiado' });
    await change({ record: 'aviso', id: 4, verb: 'recibido', of: ['user', contractor.user.id] });
    await seen;
    const { data } = (await contractor.get(`/api/realtime/changes?after=${mark}`)).json<{
      data: { changes: LiveChange[] };
    }>();
    for (const changes of [heard, data.changes])
      expect(changes.map(({ record, id }) => [record, id])).toEqual([['aviso', 4]]);
  });

  test('to a public channel needs no token, and no client may speak there', async () => {
    const [one, two] = [listenAt(here), listenAt(here)];
    const heard: unknown[] = [];
    two.socket.on('client-hola', (...said: unknown[]) => heard.push(said));
    two.echo.channel('avisos-de-todos');
    one.echo.channel('avisos-de-todos');
    const seen = nextOf(two, 'noticia', 'avisos-de-todos');
    await Promise.all([handled(one), handled(two)]);
    one.socket.emit('client event', { channel: 'avisos-de-todos', event: 'client-hola', data: 1 });
    await handled(one);
    llave.app.core.realtime.emit('avisos-de-todos', 'noticia', 1);
    await seen;
    expect(heard).toEqual([]);
  });

  test('of a browser uses its cookie, for pages of this site only', async () => {
    const { token } = await signInAs(llave, 'coordinador');
    const cookie = `token=${token}`;
    await follow(listenAt(here, undefined, { cookie, origin: 'http://llave.test' }));
    await follow(listenAt(here, undefined, { cookie, origin: here }));
    const foreigners: Record<string, string>[] = [{ cookie, origin: 'https://ajeno.test' }, { cookie }];
    for (const headers of foreigners) {
      const foreign = listenAt(here, undefined, headers);
      const refused = refusedAt(foreign, CHANGES_CHANNEL);
      foreign.echo.private('cambios');
      expect(await refused).toBe(401);
    }
  });

  test('takes at most sixty channels, and a message that is too long ends the connection', async () => {
    const { db } = llave.database;
    const { id } = await makeSale(db);
    const listener = listenAt(here, (await signInAs(llave, 'administrador')).token);
    const refused = nextOf<number>(listener, 'subscription_error', `presence-registro.precontrato.${id}`);
    for (let n = 0; n < 60; n += 1) {
      const { id: one } = await makeUser(db);
      listener.socket.emit('subscribe', {
        channel: `presence-registro.usuario.${one}`,
        auth: listener.echo.options.auth,
      });
    }
    listener.echo.join(`registro.precontrato.${id}`);
    expect(await refused).toBe(429);
    const gone = new Promise((resolve) => listener.socket.once('disconnect', resolve));
    listener.socket.emit('subscribe', { channel: 'x'.repeat(20_000) });
    await gone;
  });
});

describe('an open socket is silent after', () => {
  const ends: [string, (who: Awaited<ReturnType<typeof signInAs>>) => Promise<unknown>][] = [
    ['a sign-out', (who) => who.post('/api/logout')],
    [
      'the archiving of its user',
      async (who) => llave.asOwner(`update users set active = false where id = ${who.user.id}`),
    ],
  ];
  test.each(ends)('%s', async (_what, end) => {
    const who = await signInAs(llave, 'coordinador');
    const listener = listenAt(there, who.token);
    await follow(listener);
    const gone = new Promise((resolve) => listener.socket.once('disconnect', resolve));
    await end(who);
    expect(await gone).toBe('io server disconnect');
  });

  test('a role that was taken away, on the channels of that role', async () => {
    const who = await signInAs(llave, 'coordinador');
    const { id } = await makeSale(llave.database.db);
    const listener = listenAt(there, who.token);
    await follow(listener);
    await enter(listener, `registro.precontrato.${id}`);
    const refused = refusedAt(listener, recordChannel('precontrato', id));
    await llave.asOwner(`update user_roles set role_id = 10 where user_id = ${who.user.id}`);
    expect(await refused).toBe(403);
    const heard: LiveChange[] = [];
    listener.echo.private('cambios').listen('.cambios', ({ changes }: Batch) => heard.push(...changes));
    const seen = sawChange(listener, 'contrato', 8);
    await change({ record: 'mensaje', id: 5, verb: 'escrito' });
    await change({ record: 'contrato', id: 8, verb: 'cambiado' });
    await seen;
    expect(heard.map(({ record }) => record)).toEqual(['contrato']);
  });
});

describe('an open socket of an adviser is silent after', () => {
  test('the sale moved to another adviser, on the channel of that sale alone', async () => {
    const { db } = llave.database;
    const [adviser, other] = [await signInAs(llave, 'asesor'), await signInAs(llave, 'asesor')];
    const [moved, kept] = [
      await makeSale(db, { adviserId: adviser.user.id }),
      await makeSale(db, { adviserId: adviser.user.id }),
    ];
    const listener = listenAt(there, adviser.token);
    await enter(listener, `registro.precontrato.${moved.id}`);
    await enter(listener, `registro.precontrato.${kept.id}`);
    const refused = refusedAt(listener, recordChannel('precontrato', moved.id));
    await llave.act(async (ctx) => {
      await ctx.db.update(sales).set({ adviserId: other.user.id }).where(eq(sales.id, moved.id));
      await announce(ctx, { record: 'precontrato', id: moved.id, verb: 'asignado' });
    });
    expect(await refused).toBe(403);
    const whoEnters = nextOf<Member>(listener, 'presence:joining', recordChannel('precontrato', kept.id));
    const heard: unknown[] = [];
    listener.socket.on('presence:joining', (channelName: string) => heard.push(channelName));
    const coordinator = listenAt(here, (await signInAs(llave, 'coordinador')).token);
    for (const { id } of [moved, kept]) await enter(coordinator, `registro.precontrato.${id}`);
    await whoEnters;
    expect(heard).toEqual([recordChannel('precontrato', kept.id)]);
  });
});

describe('what was missed', () => {
  interface Missed {
    data: { mark: string; refresh: boolean; changes: LiveChange[] };
  }
  const ask = (who: Awaited<ReturnType<typeof signInAs>>, mark: string) =>
    who.get(`/api/realtime/changes?after=${mark}`);

  test('is answered by the mark, with the permissions of who asks, and all anew after too much', async () => {
    const buyer = await signInAs(llave, 'compras');
    const listener = listenAt(here, buyer.token);
    const mark = await follow(listener);
    // Older transactions, of other tests too, hold a change back: it is readable once it was pushed.
    const readable = sawChange(listener, 'contrato', 31);
    await change(
      { record: 'mensaje', id: 5, verb: 'escrito' },
      { record: 'contrato', id: 31, verb: 'cambiado' },
    );
    await readable;
    const { data } = (await ask(buyer, mark)).json<Missed>();
    expect(data.refresh).toBe(false);
    expect(data.changes.map(({ record, id }) => [record, id])).toEqual([['contrato', 31]]);
    expect((await ask(buyer, data.mark)).json<Missed>().data.changes).toEqual([]);

    const all = sawChange(listener, 'contrato', 501);
    await change(
      ...Array.from({ length: 501 }, (_, n): Change => ({ record: 'contrato', id: n + 1, verb: 'x' })),
    );
    await all;
    expect((await ask(buyer, mark)).json<Missed>().data).toMatchObject({ refresh: true, changes: [] });
    expect((await ask(buyer, "1'.2")).statusCode).toBe(422);
  });

  test('of one record names the colleague and the fields that the audit knows', async () => {
    const coordinator = await signInAs(llave, 'coordinador');
    const since = new Date(llave.clock.now().getTime() - 1).toISOString();
    const { db } = llave.database;
    const admin = await signInAs(llave, 'administrador');
    const colleague = await makeUser(db, { name: 'Eva Ruiz', roles: ['asesor'] });
    await llave.act(
      async (ctx) => {
        await audit(ctx, 'cambiar', 'user', colleague.id, {
          before: { email: 'a', name: 'x' },
          after: { email: 'b', name: 'x' },
        });
      },
      { staff: { ...(await staffOf(admin.user.id)) } },
    );
    const answer = await admin.get(`/api/realtime/records/usuario/${colleague.id}?desde=${since}`);
    expect(answer.json()).toMatchObject({
      data: [{ by: { id: admin.user.id, name: 'Prueba administrador' }, fields: ['correo'] }],
    });
    expect(
      (await coordinator.get(`/api/realtime/records/usuario/${colleague.id}?desde=${since}`)).statusCode,
    ).toBe(404);
  });
});

const staffOf = async (userId: number) => {
  return (await staffById(llave.database.db, userId))!;
};
