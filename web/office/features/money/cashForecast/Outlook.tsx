import { Alert, List, Stack, Text } from '@mantine/core';
import { dayText } from '#contract/dates.ts';
import type { CashOutlook } from '#contract/money/cashForecast/model.ts';
import { LINES } from '#contract/money/cashForecast/rules.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';

const COMPUTING = 'Se está calculando con los registros de ahora. La página se actualiza sola.';

/** What is in the bank, and when the cash is lowest in each line. */
export function Outlook({ outlook }: { outlook: CashOutlook }) {
  if (outlook.computed_at === null)
    return (
      <Alert color="blue" variant="light">
        Todavía no hay un flujo de caja calculado. {COMPUTING}
      </Alert>
    );
  const expected = outlook.lowest.find(({ line }) => line === 'esperada')!;
  const short = outlook.lowest.some(({ centavos }) => centavos < 0);
  return (
    <Stack gap="xs">
      <Alert color={expected.centavos < 0 ? 'red' : short ? 'yellow' : 'teal'} variant="light">
        <Text fw={600}>
          La caja llega a su punto más bajo en la semana del {dayText(expected.from)}:{' '}
          <MoneyText centavos={expected.centavos} />
        </Text>
        <List size="sm" mt="xs">
          {outlook.lowest.map(({ line, from, centavos }) => (
            <List.Item key={line}>
              {LINES[line].title}: <MoneyText centavos={centavos} /> en la semana del {dayText(from)}
            </List.Item>
          ))}
        </List>
      </Alert>
      <Text size="sm" c="dimmed">
        Hoy hay <MoneyText centavos={outlook.opening} /> en bancos según los libros. En la línea esperada el
        dinero se mueve como la mitad de las veces; en la pesimista, lo que entra llega cuando ya llegaron 8
        de cada 10 y lo que sale se paga tan pronto como los primeros 2; la optimista es al revés.
        {outlook.doubtful > 0 && (
          <>
            {' '}
            No se cuentan <MoneyText centavos={outlook.doubtful} /> de cuotas vencidas hace más de un año.
          </>
        )}{' '}
        Calculado el <DateText instant={outlook.computed_at} />.
      </Text>
      <Text size="sm" fw={600} component="output">
        {outlook.computing && COMPUTING}
      </Text>
    </Stack>
  );
}
