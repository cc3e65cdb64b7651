import { z } from 'zod';
import { USER_TYPES } from '#contract/company/users/model.ts';
import { catalog, innerCatalog } from './catalog.ts';

// Ids and labels of domain.md §2; the meaning of an id never changes.

export const kinships = innerCatalog({
  name: 'parentescos',
  title: 'Parentescos',
  module: 'ventas',
  kind: 'extensible',
  label: 'name',
  uses: [
    { table: 'sale_family', column: 'relationship_id' },
    { table: 'coincidences', column: 'relationship_id' },
  ],
  rows: [
    [1, 'Cónyuge'],
    [2, 'Unido(a)'],
    [3, 'Hijo(a)'],
    [4, 'Hijastro(a)'],
    [5, 'Padre'],
    [6, 'Madre'],
    [7, 'Hermano(a)'],
    [8, 'Abuelo(a)'],
    [9, 'Nieto(a)'],
    [10, 'Tío(a)'],
    [11, 'Sobrino(a)'],
    [12, 'Suegro(a)'],
    [13, 'Otro'],
  ],
});

export const sectors = innerCatalog({
  name: 'sector_trabajo',
  title: 'Sectores de trabajo',
  module: 'ventas',
  kind: 'fixed',
  label: 'name',
  extra: { name_id: z.string() },
  uses: [
    { table: 'sales', column: 'work_sector', holds: 'word' },
    { table: 'document_requirements', column: 'work_sector', holds: 'word' },
  ],
  rows: [
    [1, 'Público', { name_id: 'Público' }],
    [2, 'Privado', { name_id: 'Privado' }],
    [3, 'Independiente', { name_id: 'Independiente' }],
    [4, 'Jubilado', { name_id: 'Jubilado' }],
  ],
});

export const employmentStatus = innerCatalog({
  name: 'estatus_laboral',
  title: 'Estatus laborales',
  module: 'ventas',
  kind: 'fixed',
  label: 'name',
  extra: { name_id: z.string() },
  uses: [{ table: 'sales', column: 'employment_status', holds: 'word' }],
  rows: [
    [1, 'Permanente', { name_id: 'Permanente' }],
    [2, 'Contrato definido', { name_id: 'Contrato definido' }],
    [3, 'Eventual', { name_id: 'Eventual' }],
    [4, 'Interino', { name_id: 'Interino' }],
    [5, 'Servicios profesionales', { name_id: 'Servicios profesionales' }],
  ],
});

export const documentTypes = innerCatalog({
  name: 'tipo_documento',
  title: 'Documentos de identidad',
  module: 'ventas',
  kind: 'fixed',
  label: 'name',
  extra: { name_id: z.string() },
  uses: [{ table: 'people', column: 'document_type', holds: 'word' }],
  rows: [
    [1, 'Cédula', { name_id: 'cedula' }],
    [2, 'Pasaporte', { name_id: 'pasaporte' }],
    [3, 'RUC', { name_id: 'ruc' }],
  ],
});

/** User types. contract/company/users/model.ts says which of them are colleagues. */
export const userTypes = catalog({
  name: 'type_users',
  title: 'Tipos de usuario',
  module: 'administracion',
  kind: 'fixed',
  path: '/api/type_users/lists',
  access: 'administracion.ver',
  label: 'name',
  uses: [{ table: 'users', column: 'user_type_id' }],
  rows: USER_TYPES.map(({ id, name }) => [id, name] as const),
});

/** Position in the organization, independent of roles. */
export const organizationalRoleTypes = catalog({
  name: 'organizational_role_type',
  title: 'Roles organizacionales',
  module: 'administracion',
  kind: 'extensible',
  path: '/api/organizational_role_type/lists',
  access: 'administracion.ver',
  label: 'name',
  uses: [
    { table: 'users', column: 'organizational_role_type_id' },
    { table: 'project_team', column: 'role_type_id' },
  ],
  rows: [
    [1, 'Gerencia'],
    [2, 'Coordinación'],
    [3, 'Asesor de ventas'],
    [4, 'Procesador'],
    [5, 'Legal'],
    [6, 'Inspección'],
    [7, 'Residente de obra'],
    [8, 'Contabilidad'],
    [9, 'Compras'],
    [10, 'Post-venta'],
  ],
});
