import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answerTimes } from '#contract/care/inbox/endpoints.ts';
import { durationText } from '#web/office/lib/format.ts';
import { queryOf } from '#web/office/lib/query.ts';

/** How fast customers are answered, in one line. */
export function AnswerTimes() {
  const { data } = useQuery(queryOf(answerTimes, { query: {} }));
  const times = data?.data;
  if (!times || times.median_minutes === null) return null;
  return (
    <Text size="sm" c="dimmed" mb="xs">
      En {times.days} días, la mitad recibió respuesta en menos de {durationText(times.median_minutes)}
      {times.first_median_minutes !== null && `; la primera vez, ${durationText(times.first_median_minutes)}`}
      .
      {times.longest_waiting_minutes !== null &&
        ` Quien más espera lleva ${durationText(times.longest_waiting_minutes)}.`}
    </Text>
  );
}
