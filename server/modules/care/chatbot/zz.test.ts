import { readFile, writeFile } from 'node:fs/promises';
import { test } from 'vitest';
import { useApp } from '#test/app.ts';
import { ABOUT, OUTSIDE } from '#test/fixtures/botQuestions.ts';
import { runJobs } from '#test/jobs.ts';
import { signInAs } from '#test/signIn.ts';
import { answerTo } from './answer.service.ts';
import { DRAFT } from './passages.queries.ts';
import { ReadSource } from './chatbot.names.ts';
const house = useApp({ REQUESTS_PER_MINUTE: '100000' });
test('look', async () => {
  const bytes = await readFile(new URL('../../../demo/assets/folleto-valle-sereno.txt', import.meta.url));
  const more = (await readFile('/tmp/more.txt', 'utf8')).split('\n').filter(Boolean);
  let out = '';
  let support = await signInAs(house, 'soporte');
  await support.form('/api/chatbot/training', {
    'files[]': new File([bytes], 'Folleto Valle Sereno.txt', { type: 'text/plain' }),
  });
  await runJobs(house, ReadSource);
  let n = 0;
  for (const q of [...ABOUT.map(([one]) => one), '---', ...OUTSIDE, '---', ...more]) {
    if (q.startsWith('---')) {
      out += `${q}\n`;
      continue;
    }
    house.clock.advance?.(1000);
    if (n++ % 50 === 0) {
      support.address = `10.0.0.${n}`;
    }
    const raw = await answerTo(house.acting() as any, { question: q, readings: DRAFT, personId: null });
    const data: any = {
      ...raw,
      passages: raw.passages.map((p) => ({ ...p, score: Math.round(p.share * 100) })),
    };
    if (!data) {
      out += `?? ${q}\n`;
      continue;
    }
    out += `${data.outcome === 'respuesta' ? '✓' : data.outcome} | ${q} | ${data.sources[0]?.heading ?? data.fact ?? data.handover ?? ''} | ${data.passages
      .slice(0, 3)
      .map((p: any) => `${p.heading.slice(0, 18)} ${p.score}`)
      .join(
        ', ',
      )} | ${data.outcome === 'respuesta' ? '' : data.text.slice(0, 60)} | ${data.terms.map((t: any) => (t.found ? '' : '!') + t.word).join(' ')}\n`;
  }
  await writeFile('/tmp/look.txt', out);
}, 120000);
