import type { ReactNode } from 'react'
import {
  Bar,
  BarChart,
  CartesianGrid,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { dayLabel } from '../figures.ts'

interface DaySeries {
  key: string
  fill: string
}

interface DayChartProps<T extends { day: string }> {
  /** A sentence that summarizes the chart. */
  label: string
  days: T[]
  series: DaySeries[]
  formatAxis: (value: number) => string
  /** Whether all values are whole numbers. */
  isCounted?: boolean
  tip: (day: T) => ReactNode
}

const axisTextColor = '#54466d'
const heightPx = 180

/** Bars for each day: positive values go up, negative values go down. Arrow keys move between the days. */
export function DayChart<T extends { day: string }>(props: DayChartProps<T>) {
  const { label, days, series, formatAxis, isCounted = false, tip } = props
  return (
    <ResponsiveContainer width="100%" height={heightPx}>
      <BarChart
        data={days}
        role="img"
        aria-label={label}
        stackOffset="sign"
        barCategoryGap="18%"
        margin={{ top: 6, right: 4, bottom: 0, left: 0 }}
      >
        <CartesianGrid vertical={false} stroke="#e6e0f0" />
        <XAxis
          dataKey="day"
          tickFormatter={dayLabel}
          tick={{ fill: axisTextColor, fontSize: 12 }}
          tickLine={false}
          axisLine={false}
          minTickGap={24}
          height={20}
        />
        <YAxis
          tickFormatter={formatAxis}
          tick={{ fill: axisTextColor, fontSize: 12 }}
          tickLine={false}
          axisLine={false}
          allowDecimals={!isCounted}
          tickCount={4}
          width={46}
        />
        <ReferenceLine y={0} stroke="#cfc6de" />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: '#f1ecfe' }}
          content={({ active, payload }) => {
            const day = payload?.[0]?.payload as T | undefined
            return active && day ? (
              <div className="day-tip">
                <strong>{dayLabel(day.day)}</strong>
                {tip(day)}
              </div>
            ) : null
          }}
        />
        {series.map(({ key, fill }) => (
          <Bar key={key} dataKey={key} fill={fill} stackId="day" isAnimationActive={false} maxBarSize={28} />
        ))}
      </BarChart>
    </ResponsiveContainer>
  )
}
