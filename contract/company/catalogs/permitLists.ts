import { innerCatalog } from './catalog.ts';

// Ids and labels of domain.md §2; the meaning of an id never changes.

/** detalles_plano: permits that a plan needs, and the authority of each. */
export const permitEntities = innerCatalog({
  name: 'detalles_plano',
  title: 'Trámites de permisos',
  module: 'permisos',
  kind: 'extensible',
  label: 'name',
  uses: [{ table: 'permits', column: 'type_id' }],
  rows: [
    [1, 'Uso de suelo / EOT – MIVIOT'],
    [2, 'Certificación SINAPROC'],
    [3, 'Estudio de suelo'],
    [4, 'EIA – MiAmbiente (ex ANAM)'],
    [5, 'Anteproyecto de urbanización – MIVIOT Ventanilla Única'],
    [6, 'Planos de construcción de urbanización – Ventanilla Única'],
    [7, 'Viabilidad IDAAN agua/sanitario'],
    [8, 'PTAR – MINSA'],
    [9, 'Electricidad (ENSA/Naturgy)'],
    [10, 'Bomberos – DINASEPI revisión de planos'],
    [11, 'Anteproyecto y planos – Municipio (MUPA/DOYC)'],
    [12, 'Registro de plano por modelo'],
    [13, 'Permiso de movimiento de tierra'],
    [14, 'Permiso de construcción'],
    [15, 'Visto bueno de lotificación / segregación – MIVIOT'],
    [16, 'Plano de lotes – ANATI'],
    [17, 'Inspección final Bomberos'],
    [18, 'Permiso de ocupación'],
    [19, 'Inscripción de mejoras'],
    [20, 'Incorporación a PH'],
    [21, 'Permiso de publicidad / valla'],
    [22, 'Traspaso de calles – MOP'],
    [23, 'Traspaso de acueducto – IDAAN'],
  ],
});

/** States of a permit (domain.md §2, detalles_plano). */
export const permitStates = innerCatalog({
  name: 'estados_permiso',
  title: 'Estados de los permisos',
  module: 'permisos',
  kind: 'fixed',
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
