/** states_jobs (domain.md §2). */
export const JOB_STATE = {
  pending: 1,
  programmed: 2,
  running: 3,
  reported: 4,
  inspecting: 5,
  toCorrect: 6,
  approved: 7,
  inAccount: 8,
  paid: 9,
  suspended: 10,
  voided: 11,
} as const;
