import { chromium, type Page } from '@playwright/test';
import { parseArgs } from 'node:util';
import { chromiumLaunch } from '#test/chromium.ts';
import { row, sql } from '#server/kernel/db.ts';
import { ensureCompany, signIn, startLlave, type Llave } from './parts/llave.ts';

/**
 * Measures a conversation of 100,000 messages (quality.md "Realtime"): what the server answers, and how it opens and scrolls
 * in Chromium. After `npm run build`:
 *   node bench/longRoom.ts [--messages 100000] [--pages 200] [--data .data/bench-realtime]
 */
const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '100000' },
    pages: { type: 'string', default: '200' },
    data: { type: 'string', default: '.data/bench-realtime' },
  },
});
const messages = Number(values.messages);
const NAME = 'Rosa Larga Conversación';
const TIMES = 15;

interface Room {
  id: number;
  sid: string;
}

/** The conversation, made once: texts of different lengths, one in ten thousand with a rare word, nobody waits. */
async function longRoom({ database: { db } }: Llave): Promise<Room> {
  const find = () =>
    row<Room>(
      db,
      sql`select c.id, c.sid from conversations c join people p on p.id = c.person_id
        where p.name = ${NAME} and c.last_seq = ${messages}`,
    );
  const known = await find();
  if (known) return known;
  await db.execute(sql`
    with person as (select id from people where merged_into_id is null and purged_at is null order by id limit 1),
      named as (update people set name = ${NAME} where id = (select id from person)),
      room as (insert into conversations (person_id, last_seq, last_message_at, created_at, answered_at)
        select id, ${messages}, now(), now(), now() from person
        on conflict (person_id) do update set last_seq = ${messages}, last_message_at = now() returning id),
      gone as (delete from chat_messages where conversation_id = (select id from room))
    select 1`);
  await db.execute(sql`
    insert into chat_messages (conversation_id, seq, sender, content, state, created_at, changed_at)
      select (select c.id from conversations c join people p on p.id = c.person_id where p.name = ${NAME}), n,
        case n % 3 when 0 then 'sistema' else 'cliente' end,
        'Mensaje ' || n || case when n % 10000 = 0 then ' ornitorrinco' else '' end || repeat(' ¿Cuándo entregan mi casa?', n % 7),
        'sent', now() - (${messages} - n) * interval '1 minute', now() from generate_series(1, ${messages}) n`);
  await db.execute(sql`analyze chat_messages`);
  return (await find())!;
}

async function answers(llave: Llave, { sid }: Room): Promise<string[]> {
  const token = await signIn(llave.url, 'coordinador');
  const middle = Math.floor(messages / 2);
  const questions: [string, string][] = [
    ['the first page', 'per_page=50'],
    ['a page before the middle', `per_page=50&antes=${middle}`],
    ['what was missed since the middle', `per_page=50&despues=${middle}`],
    ['the page in the middle by its number', `per_page=50&page=${Math.floor(middle / 50)}`],
    ['the last page by its number', `per_page=50&page=${Math.floor(messages / 50)}`],
    ['search: a rare word', 'per_page=20&q=ornitorrinco'],
    ['search: a word that is everywhere', 'per_page=20&q=cuando'],
    ['search: two letters', 'per_page=20&q=zz'],
    ['search: a word without matches', 'per_page=20&q=inexistente'],
  ];
  const lines: string[] = [];
  for (const [what, query] of questions) {
    const times: number[] = [];
    for (let time = 0; time < TIMES; time += 1) {
      const began = performance.now();
      const answer = await fetch(`${llave.url}/api/sale/conversations/${sid}/messages?${query}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      if (!answer.ok) throw new Error(`${query}: ${answer.status} ${await answer.text()}`);
      await answer.arrayBuffer();
      times.push(performance.now() - began);
    }
    const sorted = times.toSorted((a, b) => a - b);
    lines.push(
      `  ${what}: p50 ${sorted[Math.floor(TIMES / 2)]!.toFixed(1)}  worst ${sorted.at(-1)!.toFixed(1)}`,
    );
  }
  return lines;
}

/** Runs in the page: from the click until a message is painted. */
const openRoom = (page: Page) =>
  page.evaluate(async (name) => {
    const frame = () => new Promise(requestAnimationFrame);
    const rows = [...document.querySelectorAll<HTMLElement>('ul[aria-label="Conversaciones"] button')];
    const began = performance.now();
    rows.find((one) => one.textContent.includes(name))!.click();
    while (!document.querySelector('[role="log"] p')) await frame();
    await frame();
    return performance.now() - began;
  }, NAME);

/** Runs in the page: scrolls up, page after page. */
const scrollUp = (page: Page, pages: number) =>
  page.evaluate(async (count) => {
    const frame = () => new Promise<number>(requestAnimationFrame);
    const long: number[] = [];
    new PerformanceObserver((list) =>
      long.push(...list.getEntries().map(({ duration }) => duration)),
    ).observe({
      entryTypes: ['longtask'],
    });
    const log = document.querySelector('[role="log"]')!;
    let most = 0;
    let worstFrame = 0;
    for (let n = 0; n < count; n += 1) {
      const height = log.scrollHeight;
      let last = await frame();
      // As a finger does: some hundred pixels a frame until the next page is asked for.
      const began = performance.now();
      // Measuring what comes in sight changes the height, too, by less than a page.
      while (log.scrollHeight < height + 1500) {
        if (performance.now() - began > 5000) throw new Error(`page ${n} did not come; ${log.scrollTop}`);
        log.scrollTop = Math.max(0, log.scrollTop - 400);
        const now = await frame();
        worstFrame = Math.max(worstFrame, now - last);
        last = now;
      }
      most = Math.max(most, document.querySelectorAll('*').length);
    }
    return {
      long: long.toSorted((a, b) => b - a).map(Math.round),
      nodes: most,
      bubbles: log.querySelectorAll('[aria-label="Reaccionar"]').length,
      worstFrame: Math.round(worstFrame),
      height: log.scrollHeight,
    };
  }, pages);

async function inChromium(llave: Llave): Promise<string[]> {
  const browser = await chromium.launch(await chromiumLaunch());
  try {
    const context = await browser.newContext({
      baseURL: llave.url,
      locale: 'es-PA',
      timezoneId: 'America/Panama',
      viewport: { width: 1440, height: 900 },
    });
    await context.addCookies([
      { name: 'token', value: await signIn(llave.url, 'coordinador'), url: llave.url },
    ]);
    const page = await context.newPage();
    const opened: number[] = [];
    for (let time = 0; time < 5; time += 1) {
      await page.goto(`/oficina/chat?bandeja=todas&q=${encodeURIComponent(NAME)}`);
      await page.getByRole('list', { name: 'Conversaciones' }).getByText(NAME).waitFor();
      await page.waitForLoadState('networkidle');
      opened.push(Math.round(await openRoom(page)));
    }
    const scrolled = await scrollUp(page, Number(values.pages));
    return [
      `from the click on the room to its messages: ${opened.toSorted((a, b) => a - b).join(', ')} ms`,
      `${values.pages} pages of 50 scrolled up: longest tasks ${scrolled.long.slice(0, 5).join(', ') || 'none over 50'} ms (${scrolled.long.length} over 50 ms), slowest frame ${scrolled.worstFrame} ms`,
      `the page has ${scrolled.nodes} elements at most, ${scrolled.bubbles} messages among them, ${scrolled.height} pixels of thread`,
    ];
  } finally {
    await browser.close();
  }
}

ensureCompany(values.data, 60);
const llave = await startLlave(values.data);
try {
  const room = await longRoom(llave);
  const tell = (lines: readonly string[]) => process.stdout.write(`${lines.join('\n')}\n`);
  tell([
    `a conversation of ${messages} messages, milliseconds until the server has answered:`,
    ...(await answers(llave, room)),
  ]);
  tell(await inChromium(llave));
} finally {
  await llave.stop();
}
