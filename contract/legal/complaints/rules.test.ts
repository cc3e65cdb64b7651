import { expect, test } from 'vitest';
import { COMPLAINT, complaintDue } from './rules.ts';

const due = (stateId: number, askedOn: string | null, filedOn = '2026-11-02') =>
  complaintDue(stateId, { filedOn, askedOn });

test('clocks run in working days of Panama: November’s holidays and Christmas do not count', () => {
  // 3, 5, 10 and 28 November and 8 and 25 December are holidays; 20 December, a Sunday, moves to the 21st.
  expect(due(COMPLAINT.filed, null)).toBe('2026-11-19');
  expect(due(COMPLAINT.asked, '2026-11-19')).toBe('2026-12-11');
  expect(due(COMPLAINT.extended, '2026-11-19')).toBe('2026-12-18');
  expect(due(COMPLAINT.asked, '2026-12-04')).toBe('2026-12-30');
  expect(due(COMPLAINT.answered, '2026-12-04')).toBeNull();
});
