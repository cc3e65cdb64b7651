import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { urlOf, type EndpointSpec } from '#contract/endpoint.ts';
import { endpointsOf } from '#server/kernel/route.ts';
import { useApp, type Browser } from './app.ts';
import { deep } from './deep.ts';
import { signInAs } from './signIn.ts';

/**
 * Sends unexpected input to every endpoint. No response may be a fault, and every refusal has a message.
 * The seed is fixed, so a failure can be reproduced.
 */
const llave = useApp();
let administrator: Browser;

const nasty = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '\ud800',
    '../../etc/passwd',
    "'; drop table sales; --",
    '<script>alert(1)</script>',
    '９８７',
    '1e999',
    '-1',
    '0',
    'NaN',
  ),
  fc.constantFrom(0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, true, false, null),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constant('x'.repeat(20_000)),
  fc.array(fc.string(), { maxLength: 3 }),
);
const nested = fc.constant(Array.from({ length: 200 }).reduce<object>((inner) => ({ a: inner }), {}));

/** Declared keys, so the values get past the first check. */
const keysOf = (schema: unknown): string[] =>
  schema && typeof schema === 'object' && 'shape' in schema ? Object.keys(schema.shape as object) : [];

const bodyFor = (spec: EndpointSpec) => {
  const keys = keysOf(spec.body);
  const known =
    keys.length > 0
      ? fc.dictionary(
          fc.constantFrom(...keys),
          fc.oneof(nasty, fc.dictionary(fc.string({ maxLength: 8 }), nasty)),
        )
      : fc.constant({});
  return fc.oneof({ weight: 4, arbitrary: known }, nasty, nested);
};

/** A different IP address per request, so the rate limits do not answer instead. */
let addresses = 0;

async function throwAt(
  browser: Browser,
  spec: EndpointSpec,
  body: unknown,
  params: string,
  query: Record<string, unknown>,
) {
  const names = [...spec.path.matchAll(/:(\w+)/g)].map(([, name]) => [name!, params]);
  const url = urlOf(spec, { params: Object.fromEntries(names), query });
  addresses += 1;
  browser.address = `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`;
  if (spec.method === 'GET') return browser.get(url);
  const headers = { 'content-type': 'application/json' };
  return browser.send({ method: spec.method, url, payload: JSON.stringify(body ?? null), headers });
}

describe('hostile input', () => {
  beforeAll(async () => {
    administrator = await signInAs(llave, 'administrador');
  });

  test('no endpoint answers with a fault, and every refusal has a message', async () => {
    const specs = endpointsOf(llave.app).filter(({ path }) => !/logout|sessions/.test(path));
    expect(specs.length).toBeGreaterThan(60);
    for (const spec of specs)
      await fc.assert(
        fc.asyncProperty(
          bodyFor(spec),
          fc.constantFrom('1', '0', '-1', 'abc', '99999999999999999999', '%00', 'PC-2026-00001', "1'--"),
          fc.dictionary(
            fc.constantFrom(...keysOf(spec.query), 'page', 'per_page', 'zz'),
            fc.constantFrom('', '-1', '0', '1e9', 'abc', '\u0000', "'", '[]'),
          ),
          async (body, params, query) => {
            const answer = await throwAt(administrator, spec, body, params, query);
            expect(
              answer.statusCode,
              `${spec.method} ${spec.path} ${JSON.stringify(body)?.slice(0, 200)} ${answer.body.slice(0, 300)}`,
            ).toBeLessThan(500);
            if (answer.statusCode >= 400)
              expect(answer.json<{ message: string }>().message.length).toBeGreaterThan(5);
          },
        ),
        { numRuns: deep(2, 120), seed: 20_261_121 },
      );
  }, 900_000);

  test('a truncated or malformed multipart body is refused with a message', async () => {
    const forms = endpointsOf(llave.app).filter(({ files }) => files);
    expect(forms.length).toBeGreaterThan(3);
    const bodies = [
      '--x\r\nContent-Disposition: form-data; name="nombre"\r\n\r\nAna',
      '--x\r\nContent-Disposition: form-data\r\n\r\nAna\r\n--x--\r\n',
      '--x\r\nContent-Disposition: form-data; name="a[__proto__][b]"\r\n\r\n1\r\n--x--\r\n',
      `--x\r\nContent-Disposition: form-data; name="${'n'.repeat(500)}"\r\n\r\n1\r\n--x--\r\n`,
      '--x\r\nContent-Disposition: form-data; name="otro"; filename="a.svg"\r\nContent-Type: image/svg+xml\r\n\r\n<svg onload="alert(1)"/>\r\n--x--\r\n',
      '',
    ];
    for (const spec of forms)
      for (const payload of bodies) {
        const names = [...spec.path.matchAll(/:(\w+)/g)].map(([, name]) => [name!, '1']);
        const url = urlOf(spec, { params: Object.fromEntries(names) });
        const answer = await administrator.send({
          method: spec.method,
          url,
          payload,
          headers: { 'content-type': 'multipart/form-data; boundary=x' },
        });
        expect(answer.statusCode, `${url} ${payload.slice(0, 80)} ${answer.body.slice(0, 200)}`).toBeLessThan(
          500,
        );
        if (answer.statusCode >= 400)
          expect(answer.json<{ message: string }>().message.length).toBeGreaterThan(5);
      }
  });
});
