import { Alert, Button, Group, Text } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import type { ProjectWeather, WeatherService } from '#contract/projects/weather/model.ts';
import { readingAge } from '#contract/projects/weather/rules.ts';
import { panamaDay, showInstant } from '#web/office/lib/format.ts';
import { useCan } from '#web/office/lib/session.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { RainChart } from './RainChart.tsx';
import { ReadingDrawer } from './ReadingDrawer.tsx';
import styles from './weather.module.css';

const SOURCES: Readonly<Record<string, string>> = {
  'open-meteo': 'del servicio del clima',
  local: 'tomada en la obra',
  demostracion: 'de demostración',
};

/** One project: the last reading with its age if old, the rain of two weeks, and the state of the service. */
export function WeatherCard({ weather }: { weather: ProjectWeather }) {
  const { proyecto, servicio, ultima, dias } = weather;
  const mayEdit = useCan('proyectos.editar');
  const mayNote = useCan('bitacora.crear') || mayEdit;
  const [noting, setNoting] = useState(false);
  const [now] = useState(() => new Date());
  const age = ultima && readingAge(ultima.al, now);
  return (
    <Section
      title={proyecto.nombre}
      actions={
        mayNote && (
          <Button
            variant="default"
            leftSection={<IconPencil size={16} aria-hidden />}
            aria-label={`Anotar lectura de ${proyecto.nombre}`}
            onClick={() => setNoting(true)}
          >
            Anotar lectura
          </Button>
        )
      }
    >
      <Trouble service={servicio} projectId={proyecto.id} mayEdit={mayEdit} />
      <div className={styles.card}>
        <div>
          {ultima ? (
            <>
              <Group gap="sm" align="baseline">
                <Text fz={34} fw={600} lh={1.1} className="figures">
                  {ultima.temperatura.toLocaleString('es-PA')} °C
                </Text>
                {age && <StatePill tone="attention" label={`Lectura de ${age}`} />}
              </Group>
              <Text size="sm">{ultima.descripcion}</Text>
              <Text size="sm" className="figures">
                {ultima.lluvia_mm.toLocaleString('es-PA')} mm de lluvia{' '}
                {ultima.fecha === panamaDay(now) ? 'hoy' : 'ese día'}
              </Text>
              <Text size="xs" c="dimmed" mt={4}>
                <DateText instant={ultima.al} /> · {SOURCES[ultima.fuente] ?? ultima.fuente}
              </Text>
            </>
          ) : (
            <Text size="sm" c="dimmed">
              Aún no hay lecturas de este proyecto.
            </Text>
          )}
        </div>
        {dias.length > 0 && <RainChart days={dias} today={panamaDay(now)} name={proyecto.nombre} />}
      </div>
      {noting && <ReadingDrawer project={proyecto} onClose={() => setNoting(false)} />}
    </Section>
  );
}

interface TroubleProps {
  service: WeatherService;
  projectId: number;
  mayEdit: boolean;
}

/** Why no automatic readings arrive, and what to do. */
function Trouble({ service, projectId, mayEdit }: TroubleProps) {
  const { estado, ultimo, fallos, motivo } = service;
  if (estado === 'bien' || estado === 'espera') return null;
  if (estado === 'sin_servicio')
    return (
      <Text size="sm" c="dimmed" mb="sm">
        No hay servicio del clima configurado: las lecturas se anotan a mano.
      </Text>
    );
  if (estado === 'sin_coordenadas')
    return (
      <Alert variant="light" color="brand" mb="sm" title="Faltan las coordenadas del proyecto">
        {mayEdit ? (
          <PageLink to="/oficina/proyectos/$id" params={{ id: projectId }}>
            Escríbelas en «Editar datos» del proyecto
          </PageLink>
        ) : (
          'Pídelas a quien administra el proyecto; mientras, las lecturas se anotan a mano.'
        )}
      </Alert>
    );
  return (
    <Alert variant="light" color="brand" mb="sm" title="El servicio del clima no responde">
      {motivo} Se intentó {fallos} {fallos === 1 ? 'vez' : 'veces'}
      {ultimo ? ` desde el ${showInstant(ultimo)}` : ''}; se vuelve a intentar solo. Mientras, se ve la última
      lectura y se puede anotar otra a mano.
    </Alert>
  );
}
