import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listTemplates, type TemplateHead } from '#contract/company/templates/endpoints.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { sentence } from '#web/office/lib/refusal.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import styles from './templates.module.css';

const GROUPS = [
  { audience: 'cliente', title: 'A compradores', text: 'De tú, cortos, con su enlace.' },
  { audience: 'personal', title: 'Al personal', text: 'Avisos de trabajo y de la cuenta.' },
] as const;

/** All messages that the application sends, with recipient and trigger. */
export function TemplatesPage() {
  const { data, error } = useQuery(queryOf(listTemplates));
  if (error) return <Text>{sentence(error)}</Text>;
  if (!data) return <PendingPage />;
  return (
    <>
      <PageHeader
        title="Plantillas"
        count={data.data.length}
        text="Los textos de los correos y de los avisos en el celular. El logo y el color salen de la configuración."
      />
      <Stack gap="md">
        {GROUPS.map(({ audience, title, text }) => (
          <Section key={audience} title={title} text={text}>
            <ul className={styles.list}>
              {data.data
                .filter((one) => one.audience === audience)
                .map((one) => (
                  <Row key={one.kind} head={one} />
                ))}
            </ul>
          </Section>
        ))}
      </Stack>
    </>
  );
}

const Row = ({ head }: { head: TemplateHead }) => (
  <li>
    <div>
      <PageLink to="/oficina/plantillas/$kind" params={{ kind: head.kind }}>
        {head.label}
      </PageLink>
      <Text size="sm" c="dimmed">
        {head.when}
      </Text>
    </div>
    <div className={styles.state}>
      {head.changed && <StatePill tone="progress" label="Propia" />}
      {head.updated_at && <DateText instant={head.updated_at} />}
    </div>
  </li>
);
