import { SimpleGrid, Stack } from '@mantine/core';
import { isColleague } from '#contract/company/users/model.ts';
import { usePermissions, useUser } from '#web/office/lib/session.ts';
import { useNarrow } from '#web/office/lib/useNarrow.ts';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { AdministrationBlocks } from './AdministrationBlocks.tsx';
import { Contacts } from './Contacts.tsx';
import { DoneToday } from './DoneToday.tsx';
import { SetupChecklist } from '#web/office/features/overview/setup/SetupChecklist.tsx';
import { EndingClaims } from './EndingClaims.tsx';
import { deskFor } from './homeQueries.ts';
import { NothingYet } from './NothingYet.tsx';
import { ProjectsAtHand } from './ProjectsAtHand.tsx';
import { ManagementFigures } from './ManagementFigures.tsx';
import { MoneyFigures } from './MoneyFigures.tsx';
import { LatestSales } from './LatestSales.tsx';
import { SalesFigures } from './SalesFigures.tsx';
import { ServiceFigures } from './ServiceFigures.tsx';
import { TaskQueue } from './TaskQueue.tsx';
import { WaitingForOthers } from './WaitingForOthers.tsx';
import { WorksFigures } from './WorksFigures.tsx';
import { WeatherOfProjects, WorksContracts } from './WorksBlocks.tsx';

/** The home page: the user's next steps and the role's main figures. */
export function HomePage() {
  const user = useUser();
  const granted = usePermissions();
  // On a phone the figures fill the first screen: what waits for the user comes before them.
  const narrow = useNarrow();
  const may = (permission: string) => granted.has(permission);
  const { turns: desk, payments, projects, manages, money, works, service } = deskFor(granted);
  const onSite = may('contratos.ver') && !may('ventas.ver');
  const weather = may('proyectos.ver') && may('bitacora.ver');
  const looksOn = may('ventas.ver') && desk.length === 0 && !may('ventas.crear') && !payments;
  return (
    <>
      <PageHeader
        title={`Hola, ${user.name.split(' ')[0]}`}
        count={null}
        text={user.roles.map((one) => one.display_name).join(', ')}
      />
      <Stack gap="md">
        <SetupChecklist />
        {narrow && <TaskQueue />}
        {manages && <ManagementFigures />}
        {money && <MoneyFigures brief={manages} />}
        {works && <WorksFigures />}
        {service && <ServiceFigures />}
        {may('ventas.ver') && !manages && !payments && <SalesFigures />}
        {!narrow && <TaskQueue />}
        {looksOn && <LatestSales />}
        {may('ventas.ver') && (
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
            <WaitingForOthers own={payments ? [...desk, 'contabilidad'] : desk} />
            <EndingClaims />
          </SimpleGrid>
        )}
        {may('administracion.editar') && <AdministrationBlocks />}
        {projects && <ProjectsAtHand />}
        {onSite && (
          <SimpleGrid cols={{ base: 1, md: weather ? 2 : 1 }} spacing="md">
            <WorksContracts own={!may('proyectos.ver')} />
            {weather && <WeatherOfProjects />}
          </SimpleGrid>
        )}
        {may('auditoria.ver') && <DoneToday />}
        {!may('ventas.ver') && !may('proyectos.ver') && !onSite && <NothingYet />}
        {!may('ventas.ver') && isColleague(user.user_type.id) && <Contacts />}
      </Stack>
    </>
  );
}
