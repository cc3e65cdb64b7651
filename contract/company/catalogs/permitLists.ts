import { z } from 'zod';
import { catalog, innerCatalog } from './catalog.ts';

// Ids and labels of domain.md §2; the meaning of an id never changes.

/** What the list says of each type of permit. */
export const PermitTypeWords = z.object({
  entidad: z.string().trim().max(120).default('').meta({ title: 'Entidad' }),
  nivel: z
    .union([z.literal(1), z.literal(2), z.literal(3)])
    .default(2)
    .meta({ title: 'Se saca por: 1 proyecto, 2 modelo, 3 vivienda' }),
  obra: z.boolean().default(false).meta({ title: 'Sin él no empieza la obra' }),
  entrega: z.boolean().default(false).meta({ title: 'Sin él no se entrega la vivienda' }),
});

/**
 * detalles_plano: the permits that a project needs. `nivel`: what it is obtained for, 1 the project, 2 each model, 3 each
 * house. `obra`, `entrega`: a house without it cannot be built, or handed over.
 */
export const permitTypes = catalog({
  name: 'detalles_plano',
  title: 'Trámites de permisos',
  module: 'permisos',
  kind: 'extensible',
  path: '/api/permission/tramites/list',
  access: 'permisos.ver',
  label: 'name',
  extra: PermitTypeWords.shape,
  uses: [{ table: 'permits', column: 'type_id' }],
  rows: [
    [1, 'Uso de suelo / EOT – MIVIOT', { entidad: 'MIVIOT', nivel: 1 }],
    [2, 'Certificación SINAPROC', { entidad: 'SINAPROC', nivel: 1 }],
    [3, 'Estudio de suelo', { entidad: 'Laboratorio de suelos', nivel: 1 }],
    [4, 'EIA – MiAmbiente (ex ANAM)', { entidad: 'MiAmbiente', nivel: 1 }],
    [
      5,
      'Anteproyecto de urbanización – MIVIOT Ventanilla Única',
      { entidad: 'MIVIOT Ventanilla Única', nivel: 1 },
    ],
    [
      6,
      'Planos de construcción de urbanización – Ventanilla Única',
      { entidad: 'MIVIOT Ventanilla Única', nivel: 1 },
    ],
    [7, 'Viabilidad IDAAN agua/sanitario', { entidad: 'IDAAN', nivel: 1 }],
    [8, 'PTAR – MINSA', { entidad: 'MINSA', nivel: 1 }],
    [9, 'Electricidad (ENSA/Naturgy)', { entidad: 'Naturgy', nivel: 1 }],
    [10, 'Bomberos – DINASEPI revisión de planos', { entidad: 'Bomberos – DINASEPI', nivel: 2 }],
    [11, 'Anteproyecto y planos – Municipio (MUPA/DOYC)', { entidad: 'Municipio – DOYC', nivel: 2 }],
    [12, 'Registro de plano por modelo', { entidad: 'Municipio – DOYC', nivel: 2 }],
    [13, 'Permiso de movimiento de tierra', { entidad: 'Municipio – DOYC', nivel: 1 }],
    [14, 'Permiso de construcción', { entidad: 'Municipio – DOYC', nivel: 2, obra: true }],
    [15, 'Visto bueno de lotificación / segregación – MIVIOT', { entidad: 'MIVIOT', nivel: 1 }],
    [16, 'Plano de lotes – ANATI', { entidad: 'ANATI', nivel: 1 }],
    [17, 'Inspección final Bomberos', { entidad: 'Bomberos', nivel: 3 }],
    [18, 'Permiso de ocupación', { entidad: 'Municipio – DOYC', nivel: 3, entrega: true }],
    [19, 'Inscripción de mejoras', { entidad: 'Registro Público', nivel: 3 }],
    [20, 'Incorporación a PH', { entidad: 'MIVIOT', nivel: 1 }],
    [21, 'Permiso de publicidad / valla', { entidad: 'Municipio', nivel: 1 }],
    [22, 'Traspaso de calles – MOP', { entidad: 'MOP', nivel: 1 }],
    [23, 'Traspaso de acueducto – IDAAN', { entidad: 'IDAAN', nivel: 1 }],
  ],
});

/** States of a permit (domain.md §2, detalles_plano). */
export const permitStates = catalog({
  name: 'estados_permiso',
  title: 'Estados de los permisos',
  module: 'permisos',
  kind: 'fixed',
  path: '/api/permission/estados/list',
  access: 'permisos.ver',
  label: 'name',
  uses: [{ table: 'permits', column: 'state_id' }],
  rows: [
    [1, 'No iniciado'],
    [2, 'Ingresado'],
    [3, 'Subsanación'],
    [4, 'Aprobado'],
    [5, 'Vencido'],
    [6, 'No requiere'],
  ],
});

/** What the sheets of a plan are about. */
export const planDisciplines = catalog({
  name: 'disciplinas_plano',
  title: 'Disciplinas de los planos',
  module: 'permisos',
  kind: 'extensible',
  path: '/api/permission/disciplinas/list',
  access: 'permisos.ver',
  label: 'name',
  uses: [{ table: 'blueprint_sheets', column: 'discipline_id' }],
  rows: [
    [1, 'Juego completo'],
    [2, 'Arquitectura'],
    [3, 'Estructura'],
    [4, 'Electricidad'],
    [5, 'Plomería y sanitario'],
    [6, 'Sistemas especiales'],
    [7, 'Localización y niveles'],
  ],
});

/** States of a version of a plan. */
export const planStates = innerCatalog({
  name: 'estados_plano',
  title: 'Estados de los planos',
  module: 'permisos',
  kind: 'fixed',
  label: 'name',
  uses: [{ table: 'blueprint_versions', column: 'state_id' }],
  rows: [
    [1, 'Borrador'],
    [2, 'En vigor'],
    [3, 'Reemplazada'],
    [4, 'Anulada'],
  ],
});
