import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { keepKeys } from './keptKeys.ts';

test('keys typed before the field has the focus are kept, and nothing else on the page gets them', async () => {
  const user = userEvent.setup();
  const field = document.createElement('input');
  document.body.append(field);
  field.focus();
  const kept = keepKeys();
  await user.keyboard('anb{Backspace}a 65{Enter}');
  expect(field).toHaveValue('');
  expect(kept.take()).toEqual({ text: 'ana 65', enter: true });
  await user.keyboard('x');
  expect(field).toHaveValue('x');
  field.remove();
});
