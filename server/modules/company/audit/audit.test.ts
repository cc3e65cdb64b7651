import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { AuditRow } from '#contract/company/audit/model.ts';
import { COUNT_LIMIT } from '#contract/paging.ts';
import { ENTITY_LABELS } from '#contract/company/audit/entities.ts';
import { ACTION_LABELS } from '#contract/company/audit/words.ts';
import type { Pagination } from '#contract/paging.ts';
import { audit } from '#server/kernel/audit.ts';
import { useApp } from '#test/app.ts';
import { makeUser } from '#test/factories.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';

const llave = useApp();
let auditor: StaffBrowser;
let nuria: { id: number };

interface Listed {
  data: AuditRow[];
  meta: { pagination: Pagination };
}
const list = async (query: string) => (await auditor.get(`/api/audit?${query}`)).json<Listed>();
const entities = async (query: string) =>
  (await list(query)).data.map((line) => `${line.entity}/${line.entity_id}`);

beforeAll(async () => {
  auditor = await signInAs(llave, 'auditor');
  nuria = await makeUser(llave.database.db, { name: 'Nuria Núñez', email: 'nuria@llave.test' });
  const { db } = llave.database;
  const act = (userId: number | null, at: string, ...rest: [string, string, number, object?]) => {
    const staff = userId === null ? null : { userId };
    const from = { ip: '10.1.2.3', requestId: 'a0a0a0a0-1111-4222-8333-abcdefabcdef', userAgent: 'Prueba' };
    const [action, entity, id, data = {}] = rest;
    const actor = { db, staff, client: null, now: new Date(at), ...from } as Parameters<typeof audit>[0];
    return audit(actor, action, entity, id, data as Record<string, unknown>);
  };
  await act(nuria.id, '2026-11-10T04:59:00Z', 'crear', 'proyecto', 7101, { nombre: 'Valle' });
  await act(nuria.id, '2026-11-10T05:00:00Z', 'leer', 'archivo', 7102, { tipo: 'ficha' });
  await act(auditor.user.id, '2026-11-12T12:00:00Z', 'exported', 'precontrato', 7103, { filas: 40 });
  await act(null, '2026-11-13T12:00:00Z', 'sign_in_failed', 'user', 7104);
});

describe('the audit log', () => {
  test('shows who did what, when and from where, the newest first', async () => {
    const { data } = await list('registro=proyecto&registro_id=7101');
    expect(data).toEqual([
      {
        id: expect.any(Number),
        at: '2026-11-10T04:59:00.000Z',
        actor: { kind: 'staff', id: String(nuria.id), name: 'Nuria Núñez' },
        action: 'crear',
        entity: 'proyecto',
        entity_id: '7101',
        subject: null,
        data: { nombre: 'Valle' },
        ip: '10.1.2.3',
        user_agent: 'Prueba',
        request_id: 'a0a0a0a0-1111-4222-8333-abcdefabcdef',
      },
    ]);
    const ids = (await list('per_page=200')).data.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  });

  test.each([
    ['que=hizo', ['proyecto/7101']],
    ['que=vio', ['archivo/7102']],
    ['que=exporto', ['precontrato/7103']],
    ['que=entro', ['user/7104']],
    ['q=nunez', ['archivo/7102', 'proyecto/7101']],
    ['q=7103', ['precontrato/7103']],
    ['q=10.1.2.3&que=exporto', ['precontrato/7103']],
    ['q=A0A0A0A0-1111-4222-8333-ABCDEFABCDEF&que=vio', ['archivo/7102']],
    // Days are Panama's: 04:59 UTC is still the ninth.
    ['desde=2026-11-09&hasta=2026-11-09', ['proyecto/7101']],
    ['desde=2026-11-10&hasta=2026-11-12', ['precontrato/7103', 'archivo/7102']],
    ['q=%27 or 1=1 --', []],
    ['q=%25', []],
  ])('%s', async (query, expected) => {
    expect((await entities(query)).filter((one) => /\/71\d\d$/.test(one))).toEqual(expected);
  });

  test('filters by user', async () => {
    expect(await entities(`usuario_id=${nuria.id}`)).toEqual(['archivo/7102', 'proyecto/7101']);
  });

  test('stops counting at COUNT_LIMIT', async () => {
    await llave.database.db.execute(
      sql`insert into audit_log (at, actor_kind, action, entity, entity_id)
        select now(), 'system', 'vencer', 'precontrato', '9' from generate_series(1, ${COUNT_LIMIT + 50})`,
    );
    const { meta, data } = await list('registro=precontrato&registro_id=9');
    expect(meta.pagination.total).toBe(COUNT_LIMIT);
    expect(data).toHaveLength(25);
  });

  test('only permitted users read the log, and nobody can change it', async () => {
    expect((await (await signInAs(llave, 'coordinador')).get('/api/audit')).statusCode).toBe(403);
    for (const statement of ["update audit_log set action = 'x'", 'delete from audit_log']) {
      await expect(llave.database.db.execute(sql.raw(statement))).rejects.toMatchObject({
        cause: { message: 'permission denied for table audit_log' },
      });
      await expect(llave.asOwner(statement)).rejects.toThrow('audit_log is append-only');
    }
  });

  test('every action and record kind in the code has a Spanish label', () => {
    const root = path.join(import.meta.dirname, '../../../..');
    const source = globSync('server/**/*.ts', { cwd: root })
      .filter((file) => !file.endsWith('.test.ts'))
      .map((file) => readFileSync(path.join(root, file), 'utf8'))
      .join('\n');
    const written = [...source.matchAll(/\baudit\(\s*[^,'"]+,\s*'([^']+)',\s*(?:'([^']+)')?/g)];
    expect(written.length).toBeGreaterThan(40);
    expect(written.map(([, action]) => action!).filter((action) => !(action in ACTION_LABELS))).toEqual([]);
    expect(written.flatMap(([, , entity]) => (entity && !(entity in ENTITY_LABELS) ? [entity] : []))).toEqual(
      [],
    );
  });
});
