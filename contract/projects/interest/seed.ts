import type { ClosingCost, InterestRule } from './model.ts';

/**
 * Rules of the law as found in the sources (domain.md §4.1, §4.3); the back office edits them afterwards. `sure` is
 * false when the source was only probable: the screens say that the rule is still to be confirmed.
 */

const LEY_3 = 'Ley 3 de 1985 y sus reformas';
const LEY_468 = 'Ley 468 de 2025, reformada por la Ley 481 de 2025';
const OLD = { regime: LEY_3, valid_from: '2020-01-01', valid_to: '2025-12-31' };
const NEW = { regime: LEY_468, valid_from: '2026-01-01', valid_to: null };
const HOME = ['nueva', 'principal'] as const;
const PERSON = [...HOME, 'primera', 'residente'] as const;

type RuleSeed = Omit<InterestRule, 'id' | 'income_max_centavos' | 'share_max_percent' | 'conditions'> & {
  conditions: readonly InterestRule['conditions'][number][];
};

export const INTEREST_RULES: readonly RuleSeed[] = [
  {
    ...OLD,
    region: null,
    min_centavos: 0,
    max_centavos: 4_500_000,
    points_percent: null,
    months: 180,
    conditions: HOME,
    sure: false,
    source: 'Todo el interés hasta USD 45,000 (antes 40,000); plazo por confirmar.',
  },
  {
    ...OLD,
    region: null,
    min_centavos: 4_500_001,
    max_centavos: 8_000_000,
    points_percent: 4,
    months: 120,
    conditions: HOME,
    sure: true,
    source: '4 % por 10 años no renovables. La Estrella, agosto de 2024; Crítica.',
  },
  {
    ...OLD,
    region: null,
    min_centavos: 8_000_001,
    max_centavos: 12_000_000,
    points_percent: 4,
    months: 96,
    conditions: HOME,
    sure: true,
    source: '4 % por 8 años. La Estrella, agosto de 2024; Crítica.',
  },
  {
    ...OLD,
    region: null,
    min_centavos: 12_000_001,
    max_centavos: 15_000_000,
    points_percent: 2,
    months: 60,
    conditions: [...HOME, 'vertical'],
    sure: true,
    source: '2 % por 5 años en multifamiliares verticales. La Estrella, agosto de 2024.',
  },
  {
    ...OLD,
    region: 1,
    min_centavos: 15_000_001,
    max_centavos: 18_000_000,
    points_percent: 1.5,
    months: 60,
    conditions: [...HOME, 'vertical'],
    sure: true,
    source: '1.5 % por 5 años, vertical, solo Panamá y Panamá Oeste. La Estrella, agosto de 2024.',
  },
  {
    ...NEW,
    region: 1,
    min_centavos: 0,
    max_centavos: 5_000_000,
    points_percent: 5,
    months: 96,
    conditions: PERSON,
    sure: false,
    source: 'Hasta 5 % según lo aprobado en abril de 2025; plazo de 8 años por confirmar.',
  },
  {
    ...NEW,
    region: 1,
    min_centavos: 5_000_001,
    max_centavos: 8_000_000,
    points_percent: 4.5,
    months: 84,
    conditions: PERSON,
    sure: false,
    source: 'Hasta 4.5 % por 7 años, texto de comisión. La Estrella, 5 de abril de 2025.',
  },
  {
    ...NEW,
    region: 2,
    min_centavos: 0,
    max_centavos: 8_000_000,
    points_percent: 5.5,
    months: 120,
    conditions: PERSON,
    sure: false,
    source: 'Hasta 5.5 % por 10 años, texto de comisión. La Estrella, 5 de abril de 2025.',
  },
  {
    ...NEW,
    region: null,
    min_centavos: 8_000_001,
    max_centavos: 12_000_000,
    points_percent: 4,
    months: 84,
    conditions: PERSON,
    sure: true,
    source: 'Hasta 4 % por 7 años, tope de USD 120,000. Ley 481 de 9 de septiembre de 2025.',
  },
];

type CostSeed = Omit<ClosingCost, 'id' | 'project_id'>;
const OPEN = { valid_from: '2020-01-01', valid_to: null };

export const CLOSING_COSTS: readonly CostSeed[] = [
  {
    ...OPEN,
    code: 'gastos_legales',
    label: 'Gastos legales y de trámite',
    basis: 'fijo',
    amount_centavos: 100_000,
    percent: null,
    payer: 'comprador',
    sure: true,
    source: 'Decisión de la empresa: monto fijo por proyecto, de USD 800 a 1,500.',
  },
  {
    ...OPEN,
    code: 'comision_bancaria',
    label: 'Comisión de cierre del banco',
    basis: 'prestamo',
    amount_centavos: null,
    percent: 1,
    payer: 'comprador',
    sure: false,
    source: 'Práctica: de 1 a 1.5 % del préstamo, según el banco.',
  },
  {
    ...OPEN,
    code: 'timbres',
    label: 'Timbres fiscales',
    basis: 'precio',
    amount_centavos: null,
    percent: 0.1,
    payer: 'comprador',
    sure: false,
    source: 'B/.0.10 por cada B/.100 en documentos fuera del ITBMS.',
  },
  {
    valid_from: '2020-01-01',
    valid_to: '2025-12-31',
    code: 'itbi',
    label: 'ITBI (primera venta exonerada)',
    basis: 'precio',
    amount_centavos: null,
    percent: 0,
    payer: 'promotora',
    sure: true,
    source: 'Exoneración de la primera venta de viviendas nuevas, hasta el 31-12-2025.',
  },
  {
    valid_from: '2026-01-01',
    valid_to: null,
    code: 'itbi',
    label: 'ITBI, impuesto de transferencia',
    basis: 'precio',
    amount_centavos: null,
    percent: 2,
    payer: 'promotora',
    sure: false,
    source: '2 %, por ley a cargo de quien vende. No se encontró prórroga de la exoneración.',
  },
];
