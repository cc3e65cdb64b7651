import { z } from 'zod';
import { job } from '#server/kernel/jobs.ts';
import { sendNext } from './campaigns.service.ts';

/** Each minute: the next people of the running campaigns. */
export const campaignsJob = job({
  name: 'campaigns.send',
  payload: z.object({}),
  cron: '* * * * *',
  run: sendNext,
});
