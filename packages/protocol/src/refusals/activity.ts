/** Wrong values of the options of `prilavok log` (page 70), said after the option's name. */
export const activityRefusals = {
  wrongSince: "It takes 30m, 12h, 7d, 2w or a day as YYYY-MM-DD.",
  wrongLimit: "It takes a whole number from 1 to 9999999.",
} as const;
