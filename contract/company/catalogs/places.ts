import { z } from 'zod';
import { innerCatalog } from './catalog.ts';

/** Provinces by their number in the cédula, and the comarca without a number; `region` as in Ley 468 de 2025. */
export const provinces = innerCatalog({
  name: 'provincias',
  title: 'Provincias y comarcas',
  module: 'proyectos',
  kind: 'fixed',
  label: 'name',
  uses: [{ table: 'projects', column: 'province', holds: 'label' }],
  inner: { region: z.union([z.literal(1), z.literal(2)]).default(2) },
  rows: [
    [1, 'Bocas del Toro'],
    [2, 'Coclé'],
    [3, 'Colón'],
    [4, 'Chiriquí'],
    [5, 'Darién'],
    [6, 'Herrera'],
    [7, 'Los Santos'],
    [8, 'Panamá', { region: 1 }],
    [9, 'Veraguas'],
    [10, 'Guna Yala'],
    [11, 'Emberá-Wounaan'],
    [12, 'Ngäbe-Buglé'],
    [13, 'Panamá Oeste', { region: 1 }],
    [14, 'Naso Tjër Di'],
  ],
});

/** Districts by province number (domain.md §6). The id depends on the position within the province: only append. */
const DISTRICTS: readonly (readonly [province: number, names: string])[] = [
  [1, 'Almirante, Bocas del Toro, Changuinola, Chiriquí Grande'],
  [2, 'Aguadulce, Antón, La Pintada, Natá, Olá, Penonomé'],
  [3, 'Chagres, Colón, Donoso, Omar Torrijos Herrera, Portobelo, Santa Isabel'],
  [
    4,
    'Alanje, Barú, Boquerón, Boquete, Bugaba, David, Dolega, Gualaca, Remedios, Renacimiento, San Félix, San Lorenzo, Tierras Altas, Tolé',
  ],
  [5, 'Chepigana, Pinogana, Santa Fe'],
  [6, 'Chitré, Las Minas, Los Pozos, Ocú, Parita, Pesé, Santa María'],
  [7, 'Guararé, Las Tablas, Los Santos, Macaracas, Pedasí, Pocrí, Tonosí'],
  [8, 'Balboa, Chepo, Chimán, Panamá, San Miguelito, Taboga'],
  [13, 'Arraiján, Capira, Chame, La Chorrera, San Carlos'],
  [
    9,
    'Atalaya, Calobre, Cañazas, La Mesa, Las Palmas, Mariato, Montijo, Río de Jesús, San Francisco, Santa Fe, Santiago, Soná',
  ],
];

export const districts = innerCatalog({
  name: 'distritos',
  title: 'Distritos',
  module: 'proyectos',
  kind: 'extensible',
  label: 'name',
  uses: [{ table: 'projects', column: 'district', holds: 'label', province: 'province' }],
  inner: { provincia_id: z.number().int().min(1).max(14).meta({ title: 'Provincia' }) },
  rows: DISTRICTS.flatMap(([provincia_id, names]) =>
    names.split(', ').map((name, at) => [provincia_id * 20 + at, name, { provincia_id }] as const),
  ),
});
