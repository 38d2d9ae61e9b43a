/** The same text on its own: a part of a text that is kept keeps all of the megabyte that it was cut from in memory. */
export const copyOf = (part: string): string => Buffer.from(part).toString();
