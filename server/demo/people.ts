/** Buyers of the demo company: fictional people of Panama, always the same. Any resemblance is accidental. */
import { withoutAccents } from '#contract/accents.ts';
import { chance } from './chance.ts';
import type { PaperPerson } from './papers/person.ts';

export interface DemoPerson extends PaperPerson {
  /** E.164. */
  celular: string;
  email: string | null;
  /** Null for Independiente and Jubilado. */
  estatus_laboral:
    | 'Permanente'
    | 'Contrato definido'
    | 'Eventual'
    | 'Interino'
    | 'Servicios profesionales'
    | null;
  forma_pago: 'hipoteca' | 'contado';
  provincia: string;
  distrito: string;
  /** Ids of parentescos (domain.md §2): 1 cónyuge, 3 hijo(a), 6 madre. */
  familia: { nombre: string; cedula: string | null; parentesco_id: number }[];
  /** Value of the list of origins. */
  origen: string;
}

export const WOMEN = ['Yariela', 'Itzel', 'Marelis', 'Katherine', 'Yamileth', 'Ana', 'Dayanara', 'Lisbeth', 'Zuleika', 'Mitzila', 'Griselda', 'Keyla', 'Nathaly', 'Rosario', 'Yessenia', 'Ariadna', 'Xiomara', 'Damaris', 'Vielka', 'Maribel', 'Eyra', 'Noris', 'Jazmín', 'Leydis']; // prettier-ignore
export const WOMEN_2 = ['del Carmen', 'Itzel', 'Raquel', 'Milagros', 'Judith', 'Esther', 'Lorena', 'Elena', 'Isabel', 'Mercedes']; // prettier-ignore
export const MEN = ['Abdiel', 'Edgardo', 'Luis', 'Rubén', 'Jorge', 'Eliécer', 'Kevin', 'Arcadio', 'Isaac', 'Rolando', 'Jair', 'Ismael', 'Gilberto', 'Anel', 'Bolívar', 'Erick', 'Franklin', 'Ovidio', 'Víctor', 'Moisés', 'Omar', 'Reynaldo', 'Dídimo', 'Euclides']; // prettier-ignore
export const MEN_2 = ['Antonio', 'Alberto', 'Enrique', 'Javier', 'Manuel', 'Aurelio', 'Rafael', 'Ernesto', 'Iván', 'Alexander']; // prettier-ignore
export const SURNAMES = ['Ábrego', 'Quintero', 'Batista', 'Cedeño', 'De Gracia', 'Espinosa', 'Frías', 'Guerra', 'Herrera', 'Jaén', 'Lezcano', 'Montenegro', 'Núñez', 'Ortega', 'Pimentel', 'Rodríguez', 'Samudio', 'Tejada', 'Urriola', 'Vergara', 'Villarreal', 'Zambrano', 'Atencio', 'Barría', 'Caballero', 'Domínguez', 'Flores', 'González', 'Morales', 'Pinzón', 'Rivera', 'Sánchez', 'Troya', 'Valdés', 'Chiari', 'Camarena']; // prettier-ignore
const ABROAD = [
  ['Daniela Fernanda', 'Restrepo Gil', 'F', 'Colombiana', 'Medellín, Colombia', 'AU482913'],
  ['Andrés Eduardo', 'Salcedo Marín', 'M', 'Venezolana', 'Valencia, Venezuela', '148820375'],
  ['Lucía', 'Morales Cifuentes', 'F', 'Española', 'Burgos, España', 'PAF204418'],
] as const; // prettier-ignore

interface Job {
  empresa: string;
  cargo: readonly [she: string, he: string];
  /** Gross per month in B/. */
  pay: readonly [number, number];
}

const PUBLIC: readonly Job[] = [
  { empresa: 'Ministerio de Educación', cargo: ['Maestra de grado', 'Maestro de grado'], pay: [1050, 1600] },
  { empresa: 'Hospital regional', cargo: ['Enfermera', 'Enfermero'], pay: [1150, 1900] },
  { empresa: 'Policía Nacional', cargo: ['Agente', 'Agente'], pay: [900, 1250] },
  { empresa: 'Municipio de Arraiján', cargo: ['Secretaria', 'Inspector municipal'], pay: [700, 1050] },
  { empresa: 'Registro Civil', cargo: ['Oficial de registro', 'Oficial de registro'], pay: [750, 1150] },
];
const PRIVATE: readonly Job[] = [
  {
    empresa: 'Logística del Canal, S.A.',
    cargo: ['Analista de compras', 'Operador de grúa'],
    pay: [850, 1450],
  },
  {
    empresa: 'Supermercados La Ermita, S.A.',
    cargo: ['Supervisora de cajas', 'Jefe de bodega'],
    pay: [680, 1100],
  },
  { empresa: 'Contacto Istmo Call Center', cargo: ['Agente bilingüe', 'Agente bilingüe'], pay: [750, 1050] },
  {
    empresa: 'Constructora Río Hato, S.A.',
    cargo: ['Asistente administrativa', 'Electricista'],
    pay: [720, 1200],
  },
  { empresa: 'Clínica San Judas', cargo: ['Laboratorista', 'Paramédico'], pay: [900, 1500] },
  { empresa: 'Hotel Bahía Serena', cargo: ['Recepcionista', 'Cocinero'], pay: [620, 950] },
  { empresa: 'Transportes Coclé, S.A.', cargo: ['Contadora', 'Conductor'], pay: [700, 1300] },
  { empresa: 'Finanzas del Pacífico, S.A.', cargo: ['Oficial de crédito', 'Programador'], pay: [1100, 2100] },
];
const OWN: readonly Job[] = [
  { empresa: 'Salón Bella Vista', cargo: ['Estilista', 'Barbero'], pay: [800, 1300] },
  { empresa: 'Taller El Progreso', cargo: ['Costurera', 'Mecánico automotriz'], pay: [850, 1500] },
  { empresa: 'Fonda La Pintadeña', cargo: ['Comerciante', 'Comerciante'], pay: [900, 1600] },
];
const BANKS = ['Banco General', 'Banco Nacional de Panamá', 'Caja de Ahorros', 'Banistmo', 'Global Bank', 'Banco La Hipotecaria']; // prettier-ignore
export const ORIGINS = ['web', 'facebook', 'instagram', 'whatsapp', 'referido', 'feria', 'valla', 'tiktok', 'encuentra24', 'visita']; // prettier-ignore
const HOMES = [
  ['Panamá Oeste', 'Arraiján', 'Vista Alegre'], ['Panamá Oeste', 'La Chorrera', 'Barrio Balboa'], ['Panamá', 'San Miguelito', 'Belisario Porras'],
  ['Coclé', 'Penonomé', 'Cañaveral'], ['Panamá', 'Panamá', 'Tocumen'], ['Coclé', 'Antón', 'Río Hato'], ['Panamá Oeste', 'Arraiján', 'Burunga'], ['Coclé', 'Aguadulce', 'Barrios Unidos'],
] as const; // prettier-ignore
const BIRTH = [['8', 'Panamá'], ['8', 'Panamá'], ['13', 'Panamá Oeste'], ['2', 'Coclé'], ['2', 'Coclé'], ['9', 'Veraguas'], ['4', 'Chiriquí'], ['7', 'Los Santos'], ['6', 'Herrera'], ['3', 'Colón'], ['1', 'Bocas del Toro']] as const; // prettier-ignore

type Random = () => number;
const one = <T>(list: readonly T[], random: Random): T => list[Math.floor(random() * list.length)]!;
const between = (low: number, high: number, random: Random) => low + Math.floor(random() * (high - low + 1));
const two = (value: number) => String(value).padStart(2, '0');
const plain = (text: string) => withoutAccents(text).toLowerCase().replaceAll(' ', '');

function day(from: number, to: number, random: Random): string {
  return `${between(from, to, random)}-${two(between(1, 12, random))}-${two(between(1, 28, random))}`;
}

/** A valid cédula for a place and year of birth; some have rarer formats (domain.md §5). */
function cedulaFor(at: number, prefix: string, born: string, random: Random): string {
  const year = Number(born.slice(0, 4));
  const volume = Math.max(95, Math.min(1020, 380 + (year - 1960) * 15 + between(-20, 20, random)));
  const entry = between(12, 2480, random);
  if (at % 31 === 7) return `E-8-${between(60_000, 99_999, random)}`;
  if (at % 31 === 19) return `PE-${between(5, 18, random)}-${between(100, 1900, random)}`;
  if (at % 31 === 26) return `N-${between(18, 22, random)}-${between(200, 1600, random)}`;
  if (at % 31 === 29) return `${prefix}PI-${between(1, 8, random)}-${between(100, 900, random)}`;
  return `${prefix}-${volume}-${entry}`;
}

function work(sector: PaperPerson['sector'], she: boolean, born: number, year: number, random: Random) {
  if (sector === 'Jubilado')
    return { empresa: 'Seguridad Social', cargo: she ? 'Pensionada' : 'Pensionado', cents: between(62, 130, random) * 1000, since: day(year - 6, year - 1, random) }; // prettier-ignore
  const job = one({ Público: PUBLIC, Privado: PRIVATE, Independiente: OWN }[sector], random);
  const cents = Math.round(between(job.pay[0] * 100, job.pay[1] * 100, random) / 500) * 500;
  return { empresa: job.empresa, cargo: job.cargo[she ? 0 : 1], cents, since: day(Math.max(born + 19, year - 14), year - 2, random) }; // prettier-ignore
}

function family(
  surnames: readonly string[],
  she: boolean,
  at: number,
  random: Random,
): DemoPerson['familia'] {
  const people: DemoPerson['familia'] = [];
  if (at % 3 !== 0) {
    const partner = `${one(she ? MEN : WOMEN, random)} ${one(SURNAMES, random)}`;
    people.push({ nombre: partner, cedula: `8-${between(700, 960, random)}-${between(20, 2400, random)}`, parentesco_id: at % 2 ? 1 : 2 }); // prettier-ignore
  }
  for (let i = 0; i < at % 4; i += 1)
    people.push({ nombre: `${one(i % 2 ? MEN : WOMEN, random)} ${surnames[0] ?? one(SURNAMES, random)}`, cedula: null, parentesco_id: 3 }); // prettier-ignore
  if (at % 11 === 5)
    people.push({ nombre: `${one(WOMEN, random)} ${surnames.at(-1)}`, cedula: null, parentesco_id: 6 });
  return people;
}

/** `count` people with different names, cédulas and phone numbers; `year` is the current one. */
export function demoPeople(count = 96, year = new Date().getUTCFullYear()): DemoPerson[] {
  const seen = new Set<string>();
  const fresh = (make: () => string): string => {
    for (;;) {
      const value = make();
      if (!seen.has(value)) return seen.add(value) && value;
    }
  };
  return Array.from({ length: count }, (_, at): DemoPerson => {
    const random = chance(9000 + at * 37);
    const stranger = at % 32 === 11 ? ABROAD[Math.floor(at / 32) % ABROAD.length] : undefined;
    const she = stranger ? stranger[2] === 'F' : random() < 0.52;
    const sector =
      at % 9 === 4 ? 'Independiente' : at % 14 === 9 ? 'Jubilado' : at % 3 === 0 ? 'Público' : 'Privado';
    const bornIn =
      sector === 'Jubilado' ? between(year - 70, year - 60, random) : between(year - 52, year - 24, random);
    const born = day(bornIn, bornIn, random);
    const [prefix, province] = one(BIRTH, random);
    const nombres =
      stranger?.[0] ?? `${one(she ? WOMEN : MEN, random)} ${one(she ? WOMEN_2 : MEN_2, random)}`;
    const apellidos = stranger?.[1] ?? fresh(() => `${one(SURNAMES, random)} ${one(SURNAMES, random)}`);
    const cedula = stranger?.[5] ?? fresh(() => cedulaFor(at, prefix, born, random));
    const job = work(sector, she, bornIn, year, random);
    const [provincia, distrito, corregimiento] = one(HOMES, random);
    return {
      nombre: `${nombres} ${apellidos}`,
      nombres,
      apellidos,
      sexo: she ? 'F' : 'M',
      cedula,
      tipo_documento: stranger ? 'pasaporte' : 'cedula',
      fecha_nacimiento: born,
      lugar_nacimiento: stranger?.[4] ?? (cedula.startsWith('E-') ? 'Bogotá, Colombia' : province),
      nacionalidad: stranger?.[3] ?? (cedula.startsWith('E-') ? 'Colombiana' : 'Panameña'),
      sector,
      estatus_laboral: sector === 'Independiente' || sector === 'Jubilado' ? null : at % 10 === 6 ? 'Contrato definido' : at % 17 === 3 ? 'Servicios profesionales' : 'Permanente', // prettier-ignore
      empresa: job.empresa,
      cargo: job.cargo,
      fecha_ingreso: job.since,
      salario_centavos: job.cents,
      direccion: `${provincia}, ${distrito}, ${corregimiento}, Calle ${between(1, 28, random)}, Casa ${between(2, 190, random)}`, // prettier-ignore
      provincia,
      distrito,
      banco: one(BANKS, random),
      celular: fresh(
        () => `+5076${between(100, 999, random)}${String(between(0, 9999, random)).padStart(4, '0')}`,
      ),
      email: at % 7 === 5 ? null : `${plain(nombres.split(' ')[0]!)}.${plain(apellidos)}@correo.demo`,
      forma_pago: at % 13 === 8 ? 'contado' : 'hipoteca',
      familia: family(apellidos.split(' '), she, at, random),
      origen: one(ORIGINS, random),
    };
  });
}
