import { createEvent, type DateArray } from 'ics';

/** The data of an appointment in a calendar file. */
export interface CalendarEvent {
  uid: string;
  sequence: number;
  startsAt: Date;
  endsAt: Date;
  project: string;
  place: string;
  agent: string;
  link: string;
  organizer: { name: string; email: string };
  attendee: { name: string; email: string } | null;
}

const inUtc = (at: Date): DateArray => [
  at.getUTCFullYear(),
  at.getUTCMonth() + 1,
  at.getUTCDate(),
  at.getUTCHours(),
  at.getUTCMinutes(),
];
/** Removes control characters and quotes, which calendar programs reject. */
const plain = (text: string) => text.replace(/[\p{Cc}"]/gu, ' ').trim();

/**
 * An appointment as an iCalendar file (RFC 5545, RFC 5546). The UID never changes and SEQUENCE increases with every
 * change, so the receiver's calendar moves or removes its entry.
 */
export function calendarFile(event: CalendarEvent, method: 'REQUEST' | 'CANCEL'): string {
  const { error, value } = createEvent({
    productId: '-//Llave//Citas//ES',
    method,
    uid: `${event.uid}@${new URL(event.link).hostname}`,
    sequence: event.sequence,
    status: method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED',
    start: inUtc(event.startsAt),
    startInputType: 'utc',
    startOutputType: 'utc',
    end: inUtc(event.endsAt),
    endInputType: 'utc',
    endOutputType: 'utc',
    title: `Visita a ${plain(event.project)}`,
    description: `Te atiende ${plain(event.agent)}.`,
    location: plain(event.place),
    url: event.link,
    organizer: { name: plain(event.organizer.name), email: event.organizer.email },
    ...(event.attendee && {
      attendees: [
        {
          name: plain(event.attendee.name),
          email: event.attendee.email,
          role: 'REQ-PARTICIPANT' as const,
          partstat: 'NEEDS-ACTION' as const,
          rsvp: false,
        },
      ],
    }),
    ...(method === 'REQUEST' && {
      alarms: [{ action: 'display' as const, description: 'Visita', trigger: { hours: 2, before: true } }],
    }),
  });
  if (value == null) throw error ?? new Error('no calendar file');
  return value;
}
