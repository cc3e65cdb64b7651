import { beforeAll, expect, test } from 'vitest';
import {
  CHANGES_CHANNEL,
  CHANGES_EVENT,
  MARK_EVENT,
  recordChannel,
  type LiveChange,
} from '#contract/realtime.ts';
import { announce } from '#server/kernel/changes.ts';
import { useApp } from '#test/app.ts';
import { DEEP } from '#test/deep.ts';
import { enter, listenAt, nextOf, serve, type Batch, type Listener, type Member } from '#test/echo.ts';
import { makeSale } from '#test/factories.ts';
import { useProduct } from '#test/product.ts';
import { signInAs } from '#test/signIn.ts';

const llave = useApp();
const product = useProduct(llave);
let here = '';

beforeAll(async () => {
  llave.clock.set(new Date());
  here = await serve(llave.app);
  await product.start();
});

const change = (id: number) => llave.act((ctx) => announce(ctx, { record: 'lote', id, verb: 'cambiado' }));

/** Fewer than what one answer about the missed holds. */
const MOST = 200;

interface Missed {
  data: { mark: string; refresh: boolean; changes: LiveChange[] };
}

/** Collects changes as a client does: from its socket, and after a gap by sequence. */
function collect(listener: Listener, token: string) {
  const heard: number[] = [];
  let mark = '';
  let failed = (_error: unknown) => {};
  let missing = Promise.resolve();
  const waiting = new Map<number, () => void>();
  const take = ({ mark: now, changes }: Batch) => {
    mark = now;
    for (const { record, id } of changes) {
      if (record !== 'lote') continue;
      heard.push(id);
      waiting.get(id)?.();
    }
  };
  async function fetchMissed(): Promise<void> {
    const answer = await fetch(`${product.url()}/api/realtime/changes?after=${mark}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(200);
    const { data } = (await answer.json()) as Missed;
    expect(data.refresh).toBe(false);
    take(data);
  }
  listener.echo
    .private('cambios')
    // What is pushed while the missed is fetched waits for it, and is in it or comes after it.
    .listen(`.${MARK_EVENT}`, (now: { mark: string }) => {
      if (mark === '') mark = now.mark;
      else if (mark !== now.mark) missing = fetchMissed().catch((error: unknown) => failed(error));
    })
    .listen(`.${CHANGES_EVENT}`, (batch: Batch) => {
      missing = missing.then(() => {
        const fresh = batch.changes.filter((one) => isAfter(one.mark, mark));
        if (fresh.length > 0) take({ mark: batch.mark, changes: fresh });
      });
    });
  return {
    heard,
    until: (id: number) =>
      new Promise<void>((resolve, reject) => {
        failed = reject;
        if (heard.includes(id)) resolve();
        else waiting.set(id, resolve);
      }),
  };
}
function isAfter(one: string, other: string): boolean {
  const [[tx, id], [otherTx, otherId]] = [one, other].map((mark) => mark.split('.').map(BigInt)) as [
    [bigint, bigint],
    [bigint, bigint],
  ];
  return tx === otherTx ? id > otherId : tx > otherTx;
}

// A process is dead after seven seconds without a sign of life, and starts twice: too long for every run.
test.runIf(DEEP)(
  'after kill -9 and a restart the stock client is back in its channels and has every change once',
  async () => {
    const { id } = await makeSale(llave.database.db);
    const name = `registro.precontrato.${id}`;
    const [ana, luis] = [await signInAs(llave, 'coordinador'), await signInAs(llave, 'gerencia')];
    const watcher = listenAt(here, luis.token);
    await enter(watcher, name);
    const listener = listenAt(product.url(), ana.token);
    const member = (event: string) => nextOf<Member>(watcher, event, recordChannel('precontrato', id));
    const came = member('presence:joining');
    await enter(listener, name);
    expect((await came).user_info.id).toBe(ana.user.id);
    const subscribed = nextOf(listener, MARK_EVENT, CHANGES_CHANNEL);
    const { heard, until } = collect(listener, ana.token);
    await subscribed;
    await change(1);
    await until(1);

    const left = member('presence:leaving');
    await product.kill();
    await change(2);
    await change(3);
    // The members of the dead process leave for the others, without its help.
    expect((await left).user_info.id).toBe(ana.user.id);

    const back = member('presence:joining');
    // People go on working while it starts, so that some changes are missed and some are pushed.
    let last = 3;
    const start = { done: false };
    const started = product.start().finally(() => (start.done = true));
    while (!start.done && last < MOST) {
      last += 1;
      await change(last);
    }
    await started;
    expect((await back).user_info.id).toBe(ana.user.id);
    for (const _ of [1, 2, 3]) {
      last += 1;
      await change(last);
    }
    await until(last);
    expect(heard).toEqual(Array.from({ length: last }, (_, n) => n + 1));
  },
);
