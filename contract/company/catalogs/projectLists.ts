import { catalog, innerCatalog } from './catalog.ts';

// Ids and labels of domain.md §2; the meaning of an id never changes.

export const lotStates = innerCatalog({
  name: 'lot_states',
  title: 'Estados del lote',
  module: 'proyectos',
  kind: 'fixed',
  label: 'name',
  uses: [{ table: 'lots', column: 'state_id' }],
  rows: [
    [1, 'Disponible'],
    [2, 'Reservado'],
    [3, 'Separado'],
    [4, 'Prometido'],
    [5, 'Escriturado'],
    [6, 'Entregado'],
    [7, 'No disponible'],
  ],
});

export const lotTypes = catalog({
  name: 'type_lots',
  title: 'Tipos de lote',
  module: 'proyectos',
  kind: 'extensible',
  path: '/api/type_lots/list',
  access: 'proyectos.ver',
  label: 'name',
  uses: [{ table: 'lots', column: 'type_id' }],
  rows: [
    [1, 'Intermedio'],
    [2, 'Esquina'],
    [3, 'Fondo de saco'],
    [4, 'Frente a parque'],
    [5, 'Irregular'],
    [6, 'Comercial'],
    [7, 'Uso público / área verde'],
    [8, 'Servidumbre o infraestructura (PTAR, tanque)'],
  ],
});
