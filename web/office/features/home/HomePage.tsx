import { useUser } from '#web/office/lib/session.ts';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';

/** The start of the office: what this person does next. */
export function HomePage() {
  const user = useUser();
  return (
    <PageHeader
      title={`Hola, ${user.name.split(' ')[0]}`}
      count={null}
      text={user.roles.map((one) => one.display_name).join(', ')}
    />
  );
}
