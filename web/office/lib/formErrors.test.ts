import { expect, test } from 'vitest';
import { FirstAdministrator, SetupCompany } from '#contract/overview/setup/model.ts';
import { zodErrors } from './formErrors.ts';

test('a form that validates in the browser shows Spanish messages, also for checks without a message in the schema', () => {
  const said = [
    ...Object.values(zodErrors(FirstAdministrator)({ name: '', email: '', password: '' })),
    ...Object.values(zodErrors(SetupCompany)({ name: '' })),
    ...Object.values(zodErrors(SetupCompany)({ name: 7, phone: null })),
  ];
  expect(said.length).toBeGreaterThan(3);
  expect(said.filter((text) => /too|expected|invalid|received|string/i.test(text))).toEqual([]);
});
