/** The lots of a block as one rule; centavos and m². */
export interface BlockRule {
  block: string;
  from: number;
  to: number;
  /** every number, only odd or only even ones */
  numbering: 'todos' | 'impares' | 'pares';
  type_id: number;
  area_m2: number;
  premium_centavos: number;
  /** Type of the first and last lot; null: like the others. */
  corner_type_id: number | null;
  /** Additional price of a corner lot. */
  corner_premium_centavos: number;
  /** Price step from one position to the next: lots farther inside cost more. */
  premium_step_centavos: number;
}

export const nameInBlock = (block: string, number: number) =>
  `${block.trim().toUpperCase()}-${String(number).padStart(2, '0')}`;

/** The lots of a block, computed from its rule. Pure: the screen previews what the server will create. */
export function lotsOfBlock(rule: BlockRule) {
  const numbers = Array.from(
    { length: Math.max(0, rule.to - rule.from + 1) },
    (_, at) => rule.from + at,
  ).filter((number) => rule.numbering === 'todos' || (number % 2 === 1) === (rule.numbering === 'impares'));
  return numbers.map((number, at) => {
    const corner = at === 0 || at === numbers.length - 1;
    return {
      name: nameInBlock(rule.block, number),
      corner,
      type_id: corner ? (rule.corner_type_id ?? rule.type_id) : rule.type_id,
      area_m2: rule.area_m2,
      premium_centavos:
        rule.premium_centavos + at * rule.premium_step_centavos + (corner ? rule.corner_premium_centavos : 0),
    };
  });
}
