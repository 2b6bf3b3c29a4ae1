{{- define "shipyard.podSecurity" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.image.pullSecrets }}
imagePullSecrets: {{- range . }}
  - name: {{ . }}
{{- end }}
{{- end }}
{{- with .Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.hostAliases }}
hostAliases: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "shipyard.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end -}}

{{/* How long a pod may take: the time before SIGTERM, the time that its process gives itself (docs/operating/upgrade.md), and a margin. */}}
{{- define "shipyard.graceSeconds" -}}
{{- $settings := .root.Values.settings -}}
{{- $drain := 30 -}}
{{- if eq .facts.service "gateway" -}}
{{- $drain = add (default "600" $settings.REQUEST_DEADLINE_SECONDS | int) 10 -}}
{{- if $settings.SHUTDOWN_SECONDS }}{{ $drain = int $settings.SHUTDOWN_SECONDS }}{{ end -}}
{{- end -}}
{{- add $drain (int .root.Values.preStopSeconds) 10 -}}
{{- end -}}

{{/* A worker answers its probes beside its metrics. */}}
{{- define "shipyard.probes" -}}
{{- $port := ternary "http" "metrics" (hasKey . "port") -}}
startupProbe:
  httpGet: { path: /health, port: {{ $port }} }
  periodSeconds: 2
  timeoutSeconds: 3
  failureThreshold: 60
livenessProbe:
  httpGet: { path: /health, port: {{ $port }} }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
readinessProbe:
  httpGet: { path: /readyz, port: {{ $port }} }
  periodSeconds: 3
  timeoutSeconds: 3
  failureThreshold: 2
{{- end -}}
