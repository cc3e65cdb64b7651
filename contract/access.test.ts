import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { GRANTS, PERMISSIONS, ROLES, isPermission, widestScope } from './access.ts';

/**
 * Per role: number of rows in permissions.tsv, and 16 digits of the SHA-256 of the sorted rows (role, permission,
 * scope, separated by tabs).
 */
const MATRIX = {
  administrador: { rows: 111, digest: '3dcbe129ced5bd84' },
  gerencia: { rows: 52, digest: '0eca2603598e1ad7' },
  coordinador: { rows: 40, digest: '5a4b26f8734051dd' },
  asesor: { rows: 15, digest: 'f873849581a247f5' },
  procesador: { rows: 25, digest: 'd5d06b34646b00c4' },
  abogado: { rows: 18, digest: '642c859c5e03667f' },
  contabilidad: { rows: 26, digest: 'ded4c77b368c2317' },
  proyectos: { rows: 27, digest: '46b08defe2c71b8d' },
  inspector: { rows: 12, digest: '2948a9d4345f6501' },
  compras: { rows: 9, digest: '2da48f8827224b07' },
  contratista: { rows: 8, digest: '5131b18886b3d8db' },
  permisos: { rows: 10, digest: 'd31a7cb3bb922b92' },
  postventa: { rows: 15, digest: '1c5100dc15c41740' },
  soporte: { rows: 18, digest: '37bdee02881c5bc6' },
  auditor: { rows: 38, digest: 'ede3e7ee2130918e' },
  cliente: { rows: 0, digest: 'e3b0c44298fc1c14' },
  residente: { rows: 12, digest: '5ef81defd3509c7d' },
};

test.each(ROLES.map(({ name }) => name))('%s is granted what the agreed matrix says, row by row', (role) => {
  const rows = GRANTS.filter((grant) => grant.role === role)
    .map(({ permission, scope }) => `${role}\t${permission}\t${scope}`)
    .sort();
  const digest = createHash('sha256').update(rows.join('\n')).digest('hex').slice(0, 16);
  expect({ rows: rows.length, digest }, `its rows are now:\n${rows.join('\n')}`).toEqual(MATRIX[role]);
});

test('a role has each permission at most once, and every granted permission exists', () => {
  const keys = GRANTS.map(({ role, permission }) => `${role} ${permission}`);
  expect(new Set(keys).size).toBe(keys.length);
  expect(GRANTS.filter(({ permission }) => !isPermission(permission))).toEqual([]);
});

test('permissions have stable ids and labels', () => {
  expect(PERMISSIONS).toHaveLength(111);
  expect(new Set(PERMISSIONS.map(({ id }) => id)).size).toBe(111);
  expect(PERMISSIONS.find(({ name }) => name === 'documentos.aprobar')).toMatchObject({
    id: 304,
    display_name: 'Documentos: aprobar',
  });
  expect(isPermission('auditoria.anular')).toBe(false);
});

test('the first 17 roles keep their ids', () => {
  expect(ROLES.map(({ id }) => id)).toEqual(Array.from({ length: 17 }, (_, at) => at + 1));
});

test('the widest scope of several roles applies', () => {
  expect(widestScope([])).toBeUndefined();
  expect(widestScope(['propio', 'propio'])).toBe('propio');
  expect(widestScope(['propio', 'asignado'])).toBe('asignado');
  expect(widestScope(['asignado', 'sus_proyectos'])).toBe('sus_proyectos');
  expect(widestScope(['propio', 'todo', 'sus_proyectos'])).toBe('todo');
});
