import { Text, type TextProps } from '@mantine/core';
import { longDay, panamaDay, showDay, showInstant } from '../lib/format.ts';

type DateTextProps = TextProps &
  (
    | {
        /** YYYY-MM-DD, a local day; null shows a dash. */ day: string | null;
        long?: boolean;
        instant?: never;
      }
    | {
        /** ISO 8601 UTC, shown as Panama's day and time. */ instant: string | null;
        dayOnly?: boolean;
        day?: never;
      }
  );

/** A date in the product's format: DD-MM-YYYY, 24 h, America/Panama. */
export function DateText(props: DateTextProps) {
  if (props.instant !== undefined) {
    const { instant, dayOnly = false, day: _day, ...text } = props;
    if (instant === null) return <Dash {...text} />;
    return (
      <Text span inherit={text.size === undefined} className="figures" {...text}>
        <time dateTime={instant}>{dayOnly ? showDay(panamaDay(instant)) : showInstant(instant)}</time>
      </Text>
    );
  }
  const { day, long = false, instant: _instant, ...text } = props;
  if (day === null) return <Dash {...text} />;
  return (
    <Text span inherit={text.size === undefined} className="figures" {...text}>
      <time dateTime={day}>{long ? longDay(day) : showDay(day)}</time>
    </Text>
  );
}

function Dash(text: TextProps) {
  return (
    <Text span inherit={text.size === undefined} {...text}>
      —
    </Text>
  );
}
