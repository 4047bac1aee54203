; ab-thm-2-zero-iff-equal-rows-real-control, Scope(2, denominator=6): is there an instance that satisfies the hypotheses and not the conclusion?
; z3 5.4.1
(set-logic QF_NRA)
(set-info :status sat)
(declare-fun |P[x1,y1]| () Real)
(declare-fun |P[x1,y2]| () Real)
(declare-fun |P[x2,y1]| () Real)
(declare-fun |P[x2,y2]| () Real)
(define-fun t!1 () Real (/ 1.0 2.0))
(assert (and (and (and (<= 0.0 |P[x1,y1]|) (<= 0.0 |P[x1,y2]|) (= 1.0 (+ (+ |P[x1,y1]| 0.0) |P[x1,y2]|))) (and (<= 0.0 |P[x2,y1]|) (<= 0.0 |P[x2,y2]|) (= 1.0 (+ (+ |P[x2,y1]| 0.0) |P[x2,y2]|)))) (and (< 0.0 |P[x1,y1]|) (< 0.0 |P[x1,y2]|) (< 0.0 |P[x2,y1]|) (< 0.0 |P[x2,y2]|))))
(assert (not (= (= (+ (* (* (* 1.0 |P[x1,y1]|) |P[x1,y1]|) (* 1.0 |P[x2,y2]|)) (* (* (* 1.0 |P[x1,y2]|) |P[x1,y2]|) (* 1.0 |P[x2,y1]|))) (* 1.0 (* |P[x2,y1]| |P[x2,y2]|))) (and (= t!1 |P[x1,y1]|) (= t!1 |P[x2,y1]|)))))
(check-sat)
