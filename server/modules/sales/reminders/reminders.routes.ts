import type { Module } from '#server/kernel/core.ts';
import { reminderJobs } from './reminders.jobs.ts';
import { reminderFollower } from './reminders.service.ts';

export const remindersModule: Module = {
  name: 'reminders',
  jobs: reminderJobs,
  followers: [reminderFollower],
};
