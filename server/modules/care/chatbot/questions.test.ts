import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Tried } from '#contract/care/chatbot/model.ts';
import { useApp } from '#test/app.ts';
import { ABOUT, OUTSIDE } from '#test/fixtures/botQuestions.ts';
import { runJobs } from '#test/jobs.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';
import { ReadSource } from './chatbot.names.ts';

const llave = useApp();
let support: StaffBrowser;

const ask = async (pregunta: string) =>
  (await support.post('/api/chatbot/try', { pregunta })).json<{ data: Tried }>().data;

beforeAll(async () => {
  support = await signInAs(llave, 'soporte');
  const bytes = await readFile(new URL('../../../demo/assets/folleto-valle-sereno.txt', import.meta.url));
  await support.form('/api/chatbot/training', {
    'files[]': new File([bytes], 'Folleto Valle Sereno.txt', { type: 'text/plain' }),
  });
  await runJobs(llave, ReadSource);
});

describe('the bot, trained on a project’s brochure', () => {
  test.each(ABOUT)('%s', async (question, heading, says) => {
    const { outcome, text, sources } = await ask(question);
    expect({ outcome, heading: sources[0]?.heading, text }).toMatchObject({ outcome: 'respuesta', heading });
    expect(text).toMatch(says);
  });

  test.each(OUTSIDE)('does not know: %s', async (question) => {
    const { outcome, text } = await ask(question);
    expect({ outcome, text }).toMatchObject({ outcome: 'no_sabe' });
  });
});
