import { desc, eq, or, sql } from 'drizzle-orm';
import { withoutAccents } from '#contract/accents.ts';
import type { Fact } from '#contract/care/chatbot/rules.ts';
import { dayText, monthText } from '#contract/dates.ts';
import { formatMoney } from '#contract/money.ts';
import { hasEnded, SALE } from '#contract/sales/sale/rules.ts';
import type { Acting } from '#server/kernel/context.ts';
import { myMoney } from '#server/modules/money/account/myMoney.service.ts';
import { onSaleToday, type OnSale } from '#server/modules/projects/showcase/showcase.service.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import type { Intent } from './intents.ts';
import { wordsOf } from './text.ts';

/** Projects that one answer lists. */
const PROJECTS = 3;

type Asking = Pick<Acting, 'db' | 'now' | 'knows' | 'tells' | 'config'>;

/** The words of the names of projects and models on sale. */
export const namesOnSale = (projects: readonly OnSale[]): Set<string> =>
  new Set(projects.flatMap(({ name, models }) => [name, ...models.map((one) => one.name)].flatMap(wordsOf)));

/** Projects and models that a question names; all of them if it names none. */
function named(projects: readonly OnSale[], question: string): OnSale[] {
  const asked = new Set(wordsOf(question));
  const says = (name: string, own: ReadonlySet<string>) =>
    wordsOf(name).some((word) => word.length > 3 && !own.has(word) && asked.has(word));
  const general = new Set(['residencial', 'altos', 'villas', 'modelo', 'casa', 'panama']);
  const those = projects.filter(({ name }) => says(name, general));
  return (those.length > 0 ? those : projects).map((project) => {
    const models = project.models.filter(
      ({ name }) => says(name, new Set(['modelo'])) && withoutAccents(name) !== '',
    );
    const rooms = /\b([1-6]|una?|dos|tres|cuatro)\b.{0,4}\b(rec|cuarto|habit|dorm)/.exec(
      [...wordsOf(question)].join(' '),
    );
    const number = rooms
      ? ({ una: 1, un: 1, dos: 2, tres: 3, cuatro: 4 }[rooms[1]!] ?? Number(rooms[1]))
      : undefined;
    const sized = project.models.filter(({ bedrooms }) => bedrooms === number);
    return { ...project, models: models.length > 0 ? models : sized.length > 0 ? sized : project.models };
  });
}

/** An answer from live records alone. */
export async function tellFact(
  ctx: Asking,
  { fact, own }: Intent,
  question: string,
  personId: number | null,
): Promise<string> {
  if (own) return personId === null ? strangerText(ctx) : ownFact(ctx, fact, personId);
  const projects = named(await onSaleToday(ctx), question).slice(0, PROJECTS);
  if (projects.length === 0) return 'Ahora no tenemos proyectos en venta publicados.';
  return projects.map((project) => WORDS[fact as keyof typeof WORDS](project)).join('\n');
}

const WORDS = {
  precio: ({ name, models }: OnSale) =>
    models.length === 0
      ? `${name} no tiene precios publicados hoy.`
      : `Precios de hoy en ${name}: ${models.map((one) => `${one.name} (${one.bedrooms} recámaras), ${formatMoney(one.priceCents)}, letra desde ${formatMoney(one.installmentCents)} al mes`).join('; ')}. La letra depende de tu banco y de tus ingresos.`,
  disponibilidad: ({ name, freeLots, models }: OnSale) =>
    freeLots === 0
      ? `En ${name} no queda ningún lote libre ahora.`
      : `En ${name} hay ${freeLots} ${freeLots === 1 ? 'lote libre' : 'lotes libres'} ahora: ${models.map((one) => `${one.freeLots} para ${one.name}`).join(', ')}.`,
  entrega: ({ name, deliveryMonth, models }: OnSale) => {
    const months = models.flatMap((one) =>
      one.deliveryMonth === null ? [] : [`${one.name}, ${monthText(one.deliveryMonth)}`],
    );
    if (months.length > 0) return `Entrega prevista en ${name}: ${months.join('; ')}.`;
    return deliveryMonth === null
      ? `${name} todavía no tiene mes de entrega publicado.`
      : `Entrega prevista en ${name}: ${monthText(deliveryMonth)}.`;
  },
};

/** The same sentence whether the asker has a purchase or not. */
const strangerText = ({ config }: Pick<Asking, 'config'>): string =>
  `Los datos de una compra solo se muestran a su comprador. Abre el enlace que te enviamos por correo; si no lo encuentras, pide otro en ${config.appUrl}/clientes/enlace y escríbenos desde «Mi compra».`;

async function ownFact(ctx: Asking, fact: Fact, personId: number): Promise<string> {
  const mine = await ctx.db
    .select()
    .from(sales)
    .where(
      or(
        eq(sales.personId, personId),
        sql`exists (select from sale_buyers b where b.sale_id = ${sales.id} and b.person_id = ${personId})`,
      ),
    )
    .orderBy(desc(sales.id))
    .limit(10);
  const sale = mine.find(({ stateId }) => !hasEnded(stateId)) ?? mine[0];
  if (!sale) return 'No encuentro una compra a tu nombre.';
  const name = sale.code ?? 'tu formulario';
  const link = `${ctx.config.appUrl}/clientes/siguiente/${sale.code ?? sale.id}`;
  if (fact === 'mi_compra') {
    const told = await ctx.tells.get('siguiente_paso')?.(ctx, sale.id);
    return `Tu compra ${name}: ${told ?? 'no tiene pasos pendientes'}. Puedes verla en ${link}`;
  }
  if (sale.stateId === SALE.draft)
    return `Tu compra ${name} todavía no tiene pagos: primero envía tu formulario en ${link}`;
  const { balanceCents, due: dues } = await myMoney(ctx, sale, name);
  const next = dues.find(({ state }) => state === 'pendiente');
  const due = next
    ? ` Tu próximo pago es de ${formatMoney(next.cents)}${next.day ? `, hasta el ${dayText(next.day)}` : ''}${next.late ? ' (está vencido)' : ''}.`
    : ' No tienes pagos pendientes ahora.';
  return `El saldo de tu compra ${name} es de ${formatMoney(balanceCents)}.${due} El detalle está en ${ctx.config.appUrl}/clientes/mi-compra/${sale.code ?? sale.id}`;
}
