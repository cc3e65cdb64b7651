import { DrizzleQueryError } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { loggedError } from './log.ts';

test('the log of a failed statement contains no personal data', () => {
  const cause = Object.assign(new Error('duplicate key value violates unique constraint "people_email"'), {
    code: '23505',
    constraint: 'people_email',
    detail: 'Key (email)=(ana@correo.test) already exists.',
  });
  const error = new DrizzleQueryError(
    'insert into people values ($1)',
    ['ana@correo.test', '8-712-4567'],
    cause,
  );
  const logged = loggedError(error);
  expect(JSON.stringify(logged)).not.toMatch(/ana@correo|8-712/);
  expect(logged).toMatchObject({
    message: 'duplicate key value violates unique constraint "people_email"',
    code: '23505',
    constraint: 'people_email',
    query: 'insert into people values ($1)',
    stack: expect.stringContaining('at '),
  });
  expect(loggedError(new Error('otro'))).toMatchObject({ type: 'Error', message: 'otro' });
});
