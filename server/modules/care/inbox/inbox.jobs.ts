import { z } from 'zod';
import { job } from '#server/kernel/jobs.ts';
import { coverAbsent } from './absence.service.ts';
import { mailUnseen } from './unseen.service.ts';

/** Each ten minutes: nobody waits for a colleague who is away. */
const coverJob = job({
  name: 'chat.cover',
  payload: z.object({}),
  cron: '*/10 * * * *',
  run: coverAbsent,
});

/** Each minute: what customers did not see goes to their mail. */
const unseenJob = job({
  name: 'chat.mailUnseen',
  payload: z.object({}),
  cron: '* * * * *',
  run: mailUnseen,
});

export const inboxJobs = [coverJob, unseenJob];
