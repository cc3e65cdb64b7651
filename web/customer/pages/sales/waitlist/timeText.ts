/** Duration of an offer as text: `2 horas`, `90 minutos`. */
export const timeText = (minutes: number): string =>
  minutes % 60 !== 0 ? `${minutes} minutos` : minutes === 60 ? '1 hora' : `${minutes / 60} horas`;
